import { expect, test } from "vitest";
import { openConfig } from "../../../src/app/config/find.js";
import { openPaper } from "../../../src/app/service-connection/dry-run-venue.js";
import type { World } from "../../../src/app/service-connection/connection.js";
import { silentLog } from "../../../src/core/log.js";
import type { CompetitionStatus } from "../../../src/model/competition.js";
import { idler } from "../../engine/strategies.js";
import { HOUR, makeWorld, MINUTE, pass, registry, runToEnd, START } from "../../engine/world.js";
import { botFolder } from "../bot-files.js";

const NONE: CompetitionStatus = {
  active: false,
  competition: null,
  participating: null,
  message: "No active competition found",
};

/**
 * A dry run beside a service that says other things of its competition at some seconds after the start; null: the truth.
 */
async function dryRun(answer: (seconds: number) => CompetitionStatus | Error | null, once = false, sandbox = "{}") {
  const world = makeWorld({ strategies: [idler()], settings: { endDoubt: 10 * MINUTE }, duration: 30 * 24 * HOUR });
  const gateway = {
    ...world.venue,
    rules: async () => world.venue.rules(),
    leaderboard: async (id: string) => world.venue.leaderboard(id),
    status: async () => {
      const given = answer((world.clock.now() - START) / 1_000);
      if (given instanceof Error) throw given;
      return given ?? (await world.venue.status());
    },
  };
  const { config } = openConfig(botFolder(`service: { sandbox: ${sandbox} }\n`).file);
  const service = { service: "the service", clock: world.clock, gateway } as unknown as World;
  const said: string[] = [];
  const log = { ...silentLog, info: (message: string) => void said.push(message) };
  const paper = await openPaper(service, config, registry, log, once);
  return { world, said, venue: paper.venue, engine: world.bot({ venue: paper.venue }) };
}

test.each([
  ["one status without a competition", (at: number) => (at === 60 ? NONE : null)],
  ["a status that can no longer be read", (at: number) => (at >= 60 ? new Error("502") : null)],
  ["none before the service's competition has begun", (at: number) => (at < 120 ? NONE : null)],
  ["none that can be read at the start", (at: number) => (at < 120 ? new Error("502") : null)],
])("%s does not end a dry run", async (_, answer) => {
  const { world, engine } = await dryRun(answer);
  void engine.run();
  await pass(world, 5 * MINUTE);
  expect(engine.status().phase).toBe("trading");
});

test("a dry run ends at once when the service's leaderboard names its competition as ended", async () => {
  const { world, engine } = await dryRun(() => null);
  const ended = engine.run();
  await pass(world, 59_000);
  await world.exchange.end(world.competition.id);
  await pass(world, 1_000);
  const end = await ended;
  expect(end).toMatchObject({ code: "COMPETITION_OVER", exitCode: 0, endedAt: START + MINUTE });
  expect(end.competition).toMatchObject({ name: "Dry run" });
});

test("a dry run doubts a status that names no competition for as long as any bot", async () => {
  const { world, engine } = await dryRun((at) => (at >= 60 ? NONE : null));
  const end = await runToEnd(world, HOUR, engine);
  expect(end).toMatchObject({ code: "END_UNCONFIRMED", exitCode: 3, endedAt: START + 11 * MINUTE });
});

test("a dry run ends at once if the service refuses everything because its competition has ended", async () => {
  const refusal = Object.assign(new Error("Competition Spring ended"), { code: "COMPETITION_ENDED" });
  const { world, engine } = await dryRun((at) => (at >= 60 ? refusal : null));
  const end = await runToEnd(world, HOUR, engine);
  expect(end).toMatchObject({ code: "COMPETITION_OVER", exitCode: 0, endedAt: START + MINUTE });
});

test.each([
  ["once where no competition is active at the start", () => NONE, false, 1],
  ["nothing where one is", (at: number) => (at >= 60 ? NONE : null), false, 0],
  ["nothing where it decides only once", () => NONE, true, 0],
  ["it as soon as the service answers", (at: number) => (at < 60 ? new Error("502") : NONE), false, 1],
])("a dry run reports that it goes on until it is stopped: %s", async (_, answer, once, times) => {
  const { world, engine, said } = await dryRun(answer, once);
  void engine.run();
  await pass(world, 5 * MINUTE);
  expect(said.filter((line) => /^The service has no active competition.*until it is stopped/.test(line))).toHaveLength(
    times,
  );
});

test.each([
  ["the balances that the sandbox has by config", '{ balances: { USDC.svm: "100" } }', { "USDC.svm": "100" }],
  ["the usual ones", "{}", { "USDC.eth": "5000", "USDC.base": "5000", "USDC.svm": "5000" }],
])("a dry run begins with %s", async (_, sandbox, expected) => {
  const { venue } = await dryRun(() => null, false, sandbox);
  const balances = await venue.balances();
  expect(Object.fromEntries(balances.map(({ token, amount }) => [token, amount.toString()]))).toEqual(expected);
});

test("a dry run has the sandbox's own rules, even while they cannot be read because it has not begun", async () => {
  const rules =
    "{ startIn: 1h, maxTradeShare: 0.1, minTradeAmount: '2', slippage: log, snapshotEvery: 90s, minTradesPerDay: 7 }";
  const { venue } = await dryRun(() => NONE, false, rules);
  expect(await venue.rules()).toMatchObject({
    ...{ maxTradeShare: 0.1, minTradeAmount: "2", slippage: "log", snapshotIntervalMs: 90_000, minTradesPerDay: 7 },
  });
});
