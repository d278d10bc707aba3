import { describe, expect, test } from "vitest";
import { silentLog } from "../../../src/core/log.js";
import { SimulatedClock } from "../../../src/core/time/simulated-clock.js";
import type { Countable } from "../../../src/gateway/limits/meters.js";
import type { LimitSettings } from "../../../src/gateway/limits/settings.js";
import { RequestLogFile } from "../../../src/gateway/limits/request-log-file.js";
import type { SpentRecord } from "../../../src/gateway/limits/request-log-store.js";
import { EXECUTE, PRICE, QUOTE, SMALL, START, store, world } from "./limiter-world.js";
import { emptyFolder } from "../../support/empty-folder.js";

describe("requests of another process", () => {
  const operationOf = (): Countable => PRICE;

  test("count until their latest end even beyond the own deadline, but not for hours", async () => {
    for (const [ahead, waits] of [
      [120_000, 121_000],
      [3_600_000 * 5, 601_000],
    ] as const) {
      const records: SpentRecord[] = [{ kind: "sent", id: "a-1", end: START + ahead, operation: "getPrice", count: 1 }];
      const { ask, given, pass } = world(SMALL, { store: store(records), operationOf });
      ask("mine", PRICE);
      await pass(waits - 100);
      expect(given).toEqual([]);
      await pass(200);
      expect(given).toEqual(["mine"]);
    }
  });

  test("count one window from their end, once that is known", async () => {
    const records: SpentRecord[] = [
      { kind: "sent", id: "a-1", end: START + 5_000, operation: "getPrice", count: 1 },
      { kind: "ended", id: "a-1", end: START, count: 1 },
    ];
    const { ask, given, pass } = world(SMALL, { store: store(records), operationOf });
    ask("mine", PRICE);
    await pass(1_010);
    expect(given).toEqual(["mine"]);
  });

  test("count as all that a record covers, and then as those that were sent", () => {
    const wide: LimitSettings = {
      overrides: { ...SMALL.overrides, price: [{ count: 9, windowMs: 60_000 }], all: "off" },
    };
    const sent: SpentRecord = { kind: "sent", id: "a-1", end: START + 5_000, operation: "getPrice", count: 4 };
    const { limiter } = world(wide, { store: store([sent]), operationOf });
    expect(limiter.left("price")).toBe(5);
    limiter.useStore(store([{ kind: "ended", id: "a-1", end: START + 9, count: 3 }]));
    expect(limiter.left("price")).toBe(6);
  });

  test("do not count if cancelled, and count for everything if their operation is unknown", () => {
    const records: SpentRecord[] = [
      { kind: "sent", id: "a-1", end: START + 5_000, operation: "getPrice", count: 1 },
      { kind: "cancelled", id: "a-1" },
      { kind: "sent", id: "a-2", end: START + 5_000, operation: "ofALaterVersion", count: 1 },
      { kind: "ended", id: "never-seen", end: START, count: 1 },
    ];
    const known = (id: string): Countable | undefined => (id === "getPrice" ? PRICE : undefined);
    const { limiter } = world(SMALL, { store: store(records), operationOf: known });
    expect([limiter.left("price"), limiter.left("all")]).toEqual([1, 2]);
  });
});

describe("after a 429 that another process got", () => {
  const dir = emptyFolder();

  test("its scope rests here too, even after a restart, and the others continue", async () => {
    const clock = new SimulatedClock(START);
    const process = () => {
      const store = new RequestLogFile({ dir, identity: "0123456789abcdef", clock, log: silentLog });
      return world(SMALL, { clock, store, operationOf: () => QUOTE });
    };
    const pass = (ms: number): Promise<void> =>
      clock.drive(clock.now() + ms, () => new Promise((resolve) => setImmediate(resolve)));
    const [bot, command] = [process(), process()];
    bot.limiter.punish(QUOTE, { retryAfter: "5" });
    command.ask("price", PRICE);
    command.ask("quote", QUOTE);
    command.ask("trade", EXECUTE, "trade");
    await pass(3_000);
    expect(command.given).toEqual(["price"]);
    command.limiter.close(new Error("it ended"));
    const next = process();
    expect(next.limiter.left("trade")).toBe(0);
    next.ask("quote", QUOTE);
    await pass(1_900);
    expect(next.given).toEqual([]);
    await pass(200);
    expect(next.given).toEqual(["quote"]);
    for (const { limiter } of [bot, next]) limiter.close(new Error("it ended"));
  });

  test("its scope rests an hour at most, if the other clock was ahead", async () => {
    const records: SpentRecord[] = [{ kind: "paused", id: "a-1", end: START + 5 * 3_600_000, scope: "trade" }];
    const { ask, given, pass } = world(SMALL, { store: store(records) });
    ask("quote", QUOTE);
    await pass(3_599_000);
    expect(given).toEqual([]);
    await pass(2_000);
    expect(given).toEqual(["quote"]);
  });
});
