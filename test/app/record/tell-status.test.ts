import { expect, test } from "vitest";
import { tellStatus } from "../../../src/app/record/tell-status.js";
import { silentLog } from "../../../src/core/log.js";
import { SimulatedClock } from "../../../src/core/time/simulated-clock.js";
import { PriceBoard } from "../../../src/model/price-board.js";

test("the state of a recording is logged soon, and then every five minutes, until it ends", () => {
  const clock = new SimulatedClock(0);
  const said: number[] = [];
  const recorded = { prices: 0, quotes: 0, missed: 0, failed: 0, outages: [] };
  const left = { price: null, trade: null, account: null, all: null };
  const log = { ...silentLog, info: () => said.push(clock.now() / 1_000) };
  const cancel = tellStatus(clock, log, () => ({ recorded, board: new PriceBoard(), left }));
  clock.runUntil(620_000);
  cancel();
  clock.runUntil(2_000_000);
  expect(said).toEqual([15, 315, 615]);
});
