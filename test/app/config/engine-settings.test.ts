import { expect, test } from "vitest";
import { configSchema } from "../../../src/app/config/schema.js";
import { engineSettings } from "../../../src/app/config/engine-settings.js";
import { settingsByHand } from "../../../src/app/requests/manual-session.js";
import { registry } from "../../engine/world.js";

const settings = (competition: object, speed = 1, service: object = { sandbox: {} }) =>
  engineSettings(configSchema.parse({ service, strategies: [], competition }), registry, { now: 7, speed }, false);

test("the daily minimum of config is among the rules that hold until the service says its own", () => {
  const elsewhere = { baseUrl: "https://competition.example.org", key: "k" };
  const rules = (minTradesPerDay: number) => settings({ minTradesPerDay }, 1, elsewhere).rules;
  expect(rules(5)).toMatchObject({ minTradesPerDay: 5, source: "config", readAt: 7 });
  expect(rules(0).minTradesPerDay).toBeNull();
});

test("the embedded sandbox has its own daily minimum or none, whatever config says", () => {
  const minimum = (sandbox: object) => settings({ minTradesPerDay: 3 }, 1, { sandbox }).minTradesPerDay;
  expect([minimum({}), minimum({ minTradesPerDay: 2 })]).toEqual([null, 2]);
});

test("what waits for the network is stretched by the clock's speed, and the time of deadlines is not", () => {
  const [slow, fast] = [settings({}), settings({}, 600)];
  expect([fast.readTimeout / slow.readTimeout, fast.finishWithin / slow.finishWithin]).toEqual([600, 600]);
  expect(fast.execution.deadlineMs).toBe(slow.execution.deadlineMs);
  expect(fast.watchEvery).toBe(slow.watchEvery);
});

test("a person's command is executed now, without other trades beside it", () => {
  const config = configSchema.parse({
    service: { sandbox: {} },
    competition: { keepMinimum: true },
    risk: { drawdownStop: { share: 0.2 }, maxTradeUsd: 5 },
    execution: { foreignTrades: "stop" },
  });
  const byHand = settingsByHand(config, registry, { now: 7, speed: 1 });
  expect(byHand).toMatchObject({ wait: false, once: false, keepMinimum: false, stopOnForeignTrades: false });
  expect(byHand.risk).toMatchObject({ maxTradeUsd: 5 });
  expect(byHand.risk.drawdownStop).toBeUndefined();
});
