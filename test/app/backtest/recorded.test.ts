import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { recordedOf } from "../../../src/app/backtest/recorded.js";
import type { JsonObject } from "../../../src/core/json.js";
import { setupOf } from "../../../src/app/backtest/setup.js";
import { PUBLIC_RATE_LIMITS } from "../../../src/model/public-rate-limits.js";
import type { RateLimit } from "../../../src/model/rules.js";
import { TapeWriter } from "../../../src/tape/index.js";
import { folder, intent, NOON, open, run, strategyTick, swap, tick, trade } from "../../journal/support.js";

interface Recorded {
  readonly rehearsal: boolean;
  /** How long after its instant each trade was made, milliseconds; of a list each one's, all of the same instant. */
  readonly took: readonly (number | readonly number[])[];
  readonly aside?: boolean;
  /** Made, and found out later. */
  readonly unknown?: boolean;
  /** What it saw of the rules at its ticks. */
  readonly rules?: JsonObject;
}

/** A data folder with a bot's tape, and runs with trades that took so long. Each is sent 300 ms before it is made. */
function bot(runs: readonly Recorded[], more = ""): string {
  const home = folder();
  const service = "service: { baseUrl: 'http://127.0.0.1:9', key: '${KEY}' }";
  writeFileSync(
    join(home, "contender.yaml"),
    `${service}\nstrategies: [{ use: sma-cross, allocation: 1 }]\ndata: data\n${more}`,
  );
  const writer = new TapeWriter(join(home, "data", "tape"), { source: "test" });
  for (const at of [NOON, NOON + 60_000]) writer.record("WETH.eth", { usd: 1, readAt: at, movedAt: at });
  writer.close();
  const journal = open(join(home, "data"));
  runs.forEach(({ rehearsal, took, aside = false, unknown = false, rules }, number) => {
    journal.begin(run({ id: `run-${number}`, rehearsal }));
    took.forEach((each, i) => {
      const at = NOON + i * 60_000;
      const trades = [each].flat().map((ms, k) => ({ ms, id: `i${number}x${i}x${k}`, seq: journal.nextDecision() }));
      const decisions = trades.map(({ seq }) => ({ seq, decision: swap() }));
      const intents = trades.map(({ id, seq }) => intent(id, { decision: seq }));
      const besides = decisions.map((decision) => ({ strategy: "sma", ...decision }));
      if (aside) journal.prepare({ at, decisions: besides, verdicts: [], intents, outcomes: [] });
      else journal.tick(tick(at, strategyTick({ decisions, intents, ...(rules && { view: { rules } }) })));
      for (const { ms, id } of trades) {
        const made = { at: at + ms, to: "FILLED", detail: {}, trade: trade(`t${id}`) } as const;
        journal.step({ intent: id, at: at + ms - 300, from: "PREPARED", to: "SENT", detail: {} });
        if (unknown) journal.step({ intent: id, at: at + ms, from: "SENT", to: "UNKNOWN", detail: {} });
        journal.step({ intent: id, from: unknown ? "UNKNOWN" : "SENT", ...made });
      }
    });
    journal.end(NOON + 3_600_000, { exitCode: 0, text: "stopped" });
  });
  journal.close();
  return join(home, "contender.yaml");
}

const latencyOf = async (config: string): Promise<number | undefined> =>
  (await recordedOf({}, setupOf({}, config))).options.latency;

it("a backtest takes the latency from trades on a lasting service, not from dry runs", async () => {
  const dry = { rehearsal: true, took: [37, 37, 37, 37, 37, 37, 37] };
  expect(await latencyOf(bot([dry]))).toBeUndefined();
  expect(await latencyOf(bot([dry, { rehearsal: false, took: [900, 800] }, dry]))).toBeUndefined();
  const live = { rehearsal: false, took: [900, 700, 800] };
  expect(await latencyOf(bot([dry, live]))).toBe(800);
  expect(await latencyOf(bot([dry, live, live]))).toBe(800);
});

it("a backtest takes as latency the median time from an instant to the first of its trades", async () => {
  const one = { rehearsal: false, took: [[2_000, 900], 1_000, [950, 2_000, 3_000], 5_000, 400] };
  expect(await latencyOf(bot([one]))).toBe(950);
});

it("a backtest takes no latency from manual swaps, or from trades that were resolved later", async () => {
  const live = { rehearsal: false, took: [700, 700, 700, 700, 700, 700] };
  expect(
    await latencyOf(
      bot([
        { ...live, aside: true },
        { ...live, unknown: true },
      ]),
    ),
  ).toBeUndefined();
});

it("a backtest takes the rules that a lasting service gave the bot last, instead of config's assumptions", async () => {
  const of = async (...runs: Recorded[]) => {
    const { options, remarks } = await recordedOf({}, setupOf({}, bot(runs)));
    return { competition: options.competition, remarks };
  };
  const took = [1_000, 1_000];
  const said = { source: "service", readAt: NOON, slippage: "log", maxTradeShare: 0.25, crossChain: null };
  const run = (rules: JsonObject, rehearsal = false): Recorded => ({ rehearsal, took, rules });
  const { competition, remarks } = await of(run(said), run({ ...said, slippage: "printed" }, true), run({}));
  expect(competition).toMatchObject({ slippage: "log", maxTradeShare: 0.25, allowCrossChain: false });
  expect(remarks).toEqual([
    "The rules are the last ones that the tape's bot read from the service, at 2025-04-01T12:00:00Z: `slippage` log (config: computed).",
  ]);
  const usual = { ...said, slippage: "computed", minTradesPerDay: 3, minTradeAmount: "0.000001", crossChain: false };
  expect((await of(run(usual))).remarks).toEqual([]);
  expect(await of(run({ ...said, source: "config" }))).toEqual({ competition: undefined, remarks: [] });
});

it("a backtest takes a service's last rate limits, overridden by config, completed by the public ones", async () => {
  const limits = async (rateLimits: readonly RateLimit[], more = "") => {
    const rules = { source: "service", readAt: NOON, rateLimits: [...rateLimits] } as unknown as JsonObject;
    const { options, remarks } = await recordedOf(
      {},
      setupOf({}, bot([{ rehearsal: false, took: [1_000], rules }], more)),
    );
    return { limits: options.limits, remarks };
  };
  const trade = { scope: "trade", count: 20, windowMs: 60_000 } as const;
  const unsaid = PUBLIC_RATE_LIMITS.filter(({ scope }) => scope !== "trade");
  const said = await limits([trade]);
  expect(said.limits).toHaveLength(unsaid.length + 1);
  expect(said.limits).toEqual(expect.arrayContaining([trade, ...unsaid]));
  expect(said.remarks).toEqual([
    expect.stringMatching(/^The rate limits are the last ones .* at 2025-04-01T12:00:00Z, .*: trade 20 per 1m, /),
  ]);
  const own = await limits([trade], "limits: { trade: { count: 5, window: 1m }, price: off }\n");
  expect(own).toEqual({ limits: undefined, remarks: [] });
  expect((await limits([...unsaid, trade], "limits: { all: off }\n")).limits).not.toContainEqual(
    expect.objectContaining({ scope: "all" }),
  );
  expect(await limits(PUBLIC_RATE_LIMITS)).toEqual({ limits: undefined, remarks: [] });
});
