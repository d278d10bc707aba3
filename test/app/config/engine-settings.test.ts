import { expect, test } from "vitest";
import { configSchema } from "../../../src/app/config/schema.js";
import { engineSettings } from "../../../src/app/config/engine-settings.js";
import { registry } from "../../engine/world.js";

const settings = (competition: object, speed = 1) =>
  engineSettings(
    configSchema.parse({ service: { sandbox: {} }, strategies: [], competition }),
    registry,
    { now: 7, speed },
    false,
  );

test("the daily minimum of config is among the rules that hold until the service says its own", () => {
  expect(settings({ minTradesPerDay: 5 }).rules).toMatchObject({ minTradesPerDay: 5, source: "config", readAt: 7 });
  expect(settings({ minTradesPerDay: 0 }).rules.minTradesPerDay).toBeNull();
});

test("what waits for the network is stretched by the clock's speed, and the time of deadlines is not", () => {
  const [slow, fast] = [settings({}), settings({}, 600)];
  expect([fast.readTimeout / slow.readTimeout, fast.finishWithin / slow.finishWithin]).toEqual([600, 600]);
  expect(fast.execution.deadlineMs).toBe(slow.execution.deadlineMs);
  expect(fast.watchEvery).toBe(slow.watchEvery);
});
