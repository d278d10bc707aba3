import { describe, expect, it } from "vitest";
import { silentLog } from "../../../src/core/log.js";
import { isPromise } from "../../../src/core/maybe.js";
import { SimulatedClock } from "../../../src/core/time/simulated-clock.js";
import { Limiter, type LimiterOptions } from "../../../src/gateway/limits/limiter.js";
import type { Countable } from "../../../src/gateway/limits/meters.js";
import { effectiveLimits } from "../../../src/gateway/limits/settings.js";
import { RequestLogFile } from "../../../src/gateway/limits/request-log-file.js";
import type { Slot } from "../../../src/gateway/limits/slot.js";
import { instantLane } from "./instant-lane.js";
import { emptyFolder } from "../../support/empty-folder.js";

const START = Date.UTC(2025, 0, 1);
const QUOTE: Countable = { id: "getQuote", scopes: ["trade"] };
const EXECUTE: Countable = { id: "executeTrade", scopes: ["trade"] };
const WINDOW = 10_000;
/** How much longer a window counts here. */
const MARGIN = 12;

interface Shared extends Pick<LimiterOptions, "store" | "operationOf"> {
  readonly clock?: SimulatedClock;
}

/** So many quotes and trades in ten seconds. */
function limited(count: number, { clock = new SimulatedClock(START), ...shared }: Shared = {}) {
  const overrides = { trade: [{ count, windowMs: WINDOW }], all: "off", each: "off" } as const;
  const limits = effectiveLimits([], { reservePercent: 0, overrides });
  const limiter = new Limiter({ clock, limits, longestMs: 5_000, lane: instantLane, ...shared });
  const take = (operation: Countable): Slot => {
    const slot = limiter.take(operation, "trade");
    if (isPromise(slot)) throw new Error(`${operation.id} has to wait`);
    return slot;
  };
  return { clock, limiter, take, roomIn: () => limiter.roomIn([QUOTE, EXECUTE], "trade") };
}

describe("room for a quote and its trade", () => {
  it("is there while both fit into the limit together, otherwise when the last but one leaves the window", async () => {
    const { clock, take, roomIn } = limited(3);
    expect(roomIn()).toBe(0);
    take(QUOTE).answered();
    expect(roomIn()).toBe(0);
    await clock.drive(START + 1_000, () => Promise.resolve());
    take(EXECUTE).answered();
    // One more would fit: the trade would hang between its quote and its turn.
    expect(roomIn()).toBe(WINDOW + MARGIN - 1_000);
    await clock.drive(START + WINDOW + MARGIN, () => Promise.resolve());
    expect(roomIn()).toBe(0);
    take(QUOTE);
    take(EXECUTE);
  });

  it("is checked again soon if an answer has to come first", () => {
    const { take, roomIn } = limited(2);
    const quote = take(QUOTE);
    expect(roomIn()).toBe(50);
    quote.unused();
    expect(roomIn()).toBe(0);
  });

  it("is there when one fits, if two never fit", () => {
    const { take, roomIn } = limited(1);
    expect(roomIn()).toBe(0);
    take(QUOTE).answered();
    expect(roomIn()).toBe(WINDOW + MARGIN);
  });

  it("counts what other processes of the same folder have spent", () => {
    const dir = emptyFolder();
    const clock = new SimulatedClock(START);
    const process = () => {
      const store = new RequestLogFile({
        dir,
        identity: "0123456789abcdef",
        clock,
        longestOf: () => 5_000,
        log: silentLog,
      });
      return limited(3, { clock, store, operationOf: () => QUOTE });
    };
    const [bot, command] = [process(), process()];
    command.take(QUOTE).answered();
    expect(bot.roomIn()).toBe(0);
    command.take(QUOTE).answered();
    expect(bot.roomIn()).toBeGreaterThan(WINDOW);
    for (const { limiter } of [bot, command]) limiter.close(new Error("it ended"));
  });

  it("is not there during the pause of a 429", () => {
    const { limiter, roomIn } = limited(100);
    limiter.punish(EXECUTE, { retryAfter: "5" });
    expect(roomIn()).toBe(5_000);
  });
});
