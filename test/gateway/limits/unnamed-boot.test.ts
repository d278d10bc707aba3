import { beforeEach, describe, expect, test } from "vitest";
import { silentLog } from "../../../src/core/log.js";
import { SimulatedClock } from "../../../src/core/time/simulated-clock.js";
import { RequestLogFile } from "../../../src/gateway/limits/request-log-file.js";
import { emptyFolder } from "../../support/empty-folder.js";

const HOUR = 3_600_000;

let dir = "";
let clock: SimulatedClock;
beforeEach(() => {
  dir = emptyFolder();
});

const open = (): RequestLogFile =>
  new RequestLogFile({ dir, identity: "0123456789abcdef", clock, log: silentLog, longestOf: () => 2_000 });

const sent = (file: RequestLogFile, operation: string, end: number) => file.sent(operation, end, () => 1);

describe("on a system without a name for its boot", () => {
  /** Writes so long after the machine booted; then it boots again. */
  function beforeBoot(uptime: number): void {
    clock = new SimulatedClock(uptime);
    const before = open();
    sent(before, "getPrice", clock.now() + 2_000).ended(clock.now() + 100);
    before.paused("trade", clock.now() + 60_000);
    before.close();
  }

  test.each([HOUR / 2, 12.5 * HOUR])(
    "requests from before the boot are recognised by their later time: after %d ms",
    (uptime) => {
      beforeBoot(uptime);
      clock = new SimulatedClock(20_000);
      expect(open().read()).toMatchObject([
        { kind: "sent", operation: "getPrice", end: 2_000 },
        { kind: "ended", end: 100 },
        { kind: "paused", scope: "trade", end: 60_000 },
      ]);
    },
  );

  test("a pause from before the boot pauses nothing when the clock reaches it again, whichever process begins", () => {
    beforeBoot(12.5 * HOUR);
    clock = new SimulatedClock(20_000);
    const running = open();
    running.read();
    clock.runUntil(12.4 * HOUR);
    expect(running.read()).toEqual([]);
    expect(open().read()).toEqual([]);
  });

  test("what another process wrote since it booted stays its own", () => {
    beforeBoot(12.5 * HOUR);
    clock = new SimulatedClock(20_000);
    const first = open();
    sent(first, "getQuote", 25_000);
    clock.runUntil(40_000);
    const second = open();
    expect(second.read()).toContainEqual(expect.objectContaining({ operation: "getQuote", end: 25_000 }));
    sent(second, "getTrades", 45_000);
    expect(first.read()).toContainEqual(expect.objectContaining({ operation: "getTrades", end: 45_000 }));
  });
});
