import { expect, test } from "vitest";
import { bottleneckLane } from "../../../src/gateway/limits/lane.js";
import { Limiter } from "../../../src/gateway/limits/limiter.js";
import { effectiveLimits } from "../../../src/gateway/limits/settings.js";
import { systemClock } from "../../../src/core/time/system-clock.js";

test("jobs run in order, and only as many as turns were given, before or after the jobs came", async () => {
  const lane = bottleneckLane();
  const ran: string[] = [];
  lane.giveTurn();
  await new Promise<void>((resolve) => {
    lane.add(() => {
      ran.push("first");
      lane.giveTurn();
    });
    lane.add(() => {
      ran.push("second");
      resolve();
    });
    lane.add(() => ran.push("third"));
  });
  expect(ran).toEqual(["first", "second"]);
});

test("bottleneck as the queue sends more than the limit in the end, in order, and none too early", async () => {
  const windowMs = 200;
  const wide = { count: 1e6, windowMs: 60_000 };
  const limiter = new Limiter({
    clock: systemClock,
    limits: effectiveLimits([], { overrides: { price: [{ count: 5, windowMs }, wide], each: "off", all: "off" } }),
    longestMs: 1_000,
  });
  const order: number[] = [];
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: 15 }, async (_, i) => {
      const slot = await limiter.take({ id: "getPrice", scopes: ["price"] }, "read");
      order.push(i);
      times.push(systemClock.now());
      slot.answered();
    }),
  );
  expect(order).toEqual(Array.from({ length: 15 }, (_, i) => i));
  times.forEach((at, i) => i >= 5 && expect(at - (times[i - 5] as number)).toBeGreaterThan(windowMs));
  limiter.close(new Error("over"));
});
