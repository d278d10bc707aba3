import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import type { JsonObject, JsonValue } from "../../src/core/json.js";
import { openJournalReader, type JournalReader, type RunStrategyRow } from "../../src/journal/index.js";
import type { Bar } from "../../src/model/bar.js";
import { KNOWN_TOKENS } from "../../src/model/known-tokens.js";
import { TokenRegistry } from "../../src/model/token-registry.js";
import { RecordedBars } from "../../src/replay/recorded-bars.js";
import { replayRun, UnknownRunError, type ReplayOptions } from "../../src/replay/index.js";
import { bindStrategy, type BoundStrategy } from "../../src/strategy/bind/bind.js";
import { decideOn } from "../../src/strategy/decide/decide.js";
import { defineStrategy, type Decided, type Strategy } from "../../src/strategy/define.js";
import { noGuard } from "../../src/strategy/guard.js";
import type { ViewData } from "../../src/strategy/view/view-data.js";
import { viewOf } from "../../src/strategy/view/view-of.js";
import type { View } from "../../src/strategy/view.js";
import { folder, NOON, open, run, strategyTick } from "../journal/support.js";

const MINUTE = 60_000;
const TOKEN = "WETH.eth";
const registry = new TokenRegistry(KNOWN_TOKENS);

const Params = z.object({ threshold: z.number().default(100) });
const State = z.object({ crossed: z.int().default(0) });
type Seen = View<z.output<typeof Params>, z.output<typeof State>, null>;
type Answer = Decided<z.input<typeof State>>;

const strategy = (decide: (view: Seen) => Answer): Strategy =>
  defineStrategy({
    name: "threshold",
    summary: "Buys above a threshold.",
    schedule: "* * * * *",
    params: Params,
    state: State,
    needs: () => ({ bars: [{ token: TOKEN, interval: "1m", count: 3 }] }),
    decide,
  });

/** What was run: looks at bars, state, price and chance. */
function usual({ bars, state, params, random, price, team, hold, swap }: Seen): Answer {
  const close = bars(TOKEN).close;
  const last = close[close.length - 1] ?? 0;
  if (last <= params.threshold) return hold({ reason: `the close is not above ${params.threshold}` });
  const evidence = { last, drawn: random.next(), price: price(TOKEN)?.usd ?? null, left: team.tradesLeftToday };
  return {
    decisions: swap({ from: "USDC.eth", to: TOKEN, size: { usd: 10 }, reason: "the close is above", evidence }),
    state: { crossed: state.crossed + 1 },
  };
}

const bind = (definition: Strategy, params: JsonValue = {}, source = "source"): BoundStrategy =>
  bindStrategy(
    { definition, file: "threshold.ts", source },
    { params, allocation: 0.5 },
    { registry, crossChain: false, fundedChains: null },
  );

const close = (i: number): number => 100 + 5 * Math.sin(i / 3);
const bar = (i: number): Bar => ({ time: NOON + i * MINUTE, open: 100, high: 106, low: 94, close: close(i) });

const data = (i: number, state: JsonValue): ViewData => ({
  ...{ now: NOON + (i + 1) * MINUTE, due: ["main"], prices: { [TOKEN]: { usd: close(i), readAt: i, movedAt: i } } },
  ...{
    book: {},
    team: { id: "t", name: "team", equity: 15_000, tradesLeftToday: null },
    limits: { trade: 1, price: null, account: 1, all: 9 },
  },
  rules: {
    ...{ maxTradeShare: 0.25, minTradeAmount: null, crossChain: false, minTradesPerDay: 3, slippage: "computed" },
    ...{ rateLimits: [], snapshotIntervalMs: null, chains: null, texts: null, unread: [], source: "config", readAt: 0 },
  },
  competition: {
    ...{ id: "c", name: "cup", state: "active", startAt: null, endAt: null, timeLeft: null, rank: null, teams: null },
    ...{ gapAhead: null, gapBehind: null, leaderValue: null, leaderboardReadAt: null },
  },
  ...{ slippage: "computed", open: [], outcomes: [], state, inputs: null, seed: `seed/${i}` },
});

const TICKS = 60;

/** Runs the usual strategy for an hour, as an engine would, and gives the journal's reader. */
function recorded(): JournalReader {
  const dir = folder();
  const journal = open(dir);
  const bound = bind(strategy(usual));
  const { name, version, file, paramsJson: params, allocation, schedule } = bound;
  journal.begin(run({ strategies: [{ name, version, file, params, allocation, schedule }] }));
  const bars = new RecordedBars(bound.bars);
  let state: JsonValue = { crossed: 0 };
  for (let i = 0; i < TICKS; i++) {
    const series = [{ token: TOKEN, interval: MINUTE, bars: [bar(i)] }];
    bars.add(series);
    if (i < 2) {
      const warming = strategyTick({ strategy: name, status: "warming-up", view: null, error: "two more bars" });
      journal.tick({ at: NOON + i * MINUTE, bars: series, strategies: [warming] });
      continue;
    }
    const facts = data(i, state);
    const answer = decideOn(bound, viewOf(bound, facts, bars, registry), registry, noGuard);
    const decisions = answer.decisions.map((decision) => ({ seq: journal.nextDecision(), decision }));
    const after = answer.state === undefined ? {} : { state: answer.state };
    // Journals of before do not say how many trades were left that day.
    const team = { ...facts.team, tradesLeftToday: undefined };
    const view = JSON.parse(JSON.stringify(i % 2 === 0 ? facts : { ...facts, team })) as JsonObject;
    journal.tick({
      ...{ at: NOON + i * MINUTE, bars: series },
      strategies: [strategyTick({ strategy: name, view, decisions, ...after })],
    });
    state = answer.state ?? state;
  }
  const failed = strategyTick({ strategy: name, status: "failed", view: { now: 0 }, error: "it threw" });
  journal.tick({ at: NOON + TICKS * MINUTE, bars: [], strategies: [failed] });
  journal.close();
  const reader = openJournalReader(dir);
  onTestFinished(() => reader.close());
  return reader;
}

const replay = (load: ReplayOptions["load"], reader = recorded()) =>
  replayRun({ reader, runId: "run-1", load, registry });

describe("replayRun", () => {
  it("finds no difference if nothing has changed: merged holds, state, bars and random numbers included", () => {
    const reader = recorded();
    const loaded: RunStrategyRow[] = [];
    const report = replay((row) => {
      loaded.push(row);
      return bind(strategy(usual), row.params);
    }, reader);
    expect(report).toEqual({
      ...{ run: "run-1", rehearsal: false, ticks: TICKS + 1, replayed: TICKS - 2, decisions: TICKS - 2, differing: 0 },
      ...{ difference: null, versions: [], skipped: { warmingUp: 2, failed: 1, unseen: 0, missing: 0 } },
    });
    expect(loaded).toMatchObject([{ name: "threshold", file: "threshold.ts", params: { threshold: 100 } }]);
    const counts = reader.decisions().map(({ count }) => count);
    expect(Math.max(...counts)).toBeGreaterThan(5);
  });

  it("names the first decision that differs, and goes on counting", () => {
    const reader = recorded();
    const planted = (view: Seen): Answer => {
      const answer = usual(view);
      const minute = (view.now - NOON) / MINUTE;
      return minute === 31 || minute === 40 ? view.hold({ reason: "planted" }) : answer;
    };
    const report = replay(() => bind(strategy(planted), {}, "other source"), reader);
    expect(report.differing).toBe(2);
    expect(report.difference).toMatchObject({
      ...{ at: NOON + 30 * MINUTE, strategy: "threshold", what: "decisions" },
      replayed: [{ kind: "hold", reason: "planted" }],
    });
    const [then] = reader.decisions({ from: NOON + 30 * MINUTE, to: NOON + 30 * MINUTE + 1 });
    expect(report.difference?.recorded).toEqual([then?.decision]);
    expect(report.versions).toEqual([
      { strategy: "threshold", recorded: reader.runs()[0]?.strategies[0]?.version, now: expect.any(String) as string },
    ]);
  });

  it("finds a difference within a run of holds that were recorded as one", () => {
    const reader = recorded();
    const long = reader.decisions().find(({ count }) => count > 3)!;
    const last = long.lastAt;
    const planted = (view: Seen): Answer =>
      view.now === last + MINUTE ? view.hold({ reason: "planted" }) : usual(view);
    expect(replay(() => bind(strategy(planted)), reader).difference).toMatchObject({
      ...{ at: last, what: "decisions", recorded: [{ reason: "the close is not above 100" }] },
    });
  });

  it("finds a state that differs even if the decisions are equal", () => {
    const planted = (view: Seen): Answer => {
      const answer = usual(view);
      return "decisions" in answer ? { ...answer, state: { crossed: 7 } } : answer;
    };
    const { difference } = replay(() => bind(strategy(planted)));
    expect(difference).toMatchObject({ what: "state", recorded: { crossed: 1 }, replayed: { crossed: 7 } });
  });

  it("finds a state that is no longer returned", () => {
    const planted = (view: Seen): Answer => {
      const answer = usual(view);
      return "decisions" in answer ? answer.decisions : answer;
    };
    const { difference } = replay(() => bind(strategy(planted)));
    expect(difference).toMatchObject({ what: "state", recorded: { crossed: 1 }, replayed: { crossed: 0 } });
  });

  it("treats null as a state, not as one that was not returned", () => {
    const last = (after: number | null) =>
      bind(
        defineStrategy({
          ...{ name: "threshold", summary: "Keeps a number, or none.", schedule: "* * * * *", params: Params },
          state: z.number().nullable().default(3),
          decide: ({ hold }) => ({ decisions: hold({ reason: "keeps it" }), state: after }),
        }),
      );
    const dir = folder();
    const journal = open(dir);
    const { name, version, file, paramsJson: params, allocation, schedule } = last(null);
    journal.begin(run({ strategies: [{ name, version, file, params, allocation, schedule }] }));
    const decisions = [{ seq: journal.nextDecision(), decision: { kind: "hold", reason: "keeps it" } as const }];
    const view = JSON.parse(JSON.stringify(data(0, 5))) as JsonObject;
    journal.tick({ at: NOON, bars: [], strategies: [strategyTick({ strategy: name, view, decisions, state: null })] });
    journal.close();
    const reader = openJournalReader(dir);
    onTestFinished(() => reader.close());
    expect(replay(() => last(null), reader).difference).toBeNull();
    expect(replay(() => last(5), reader).difference).toMatchObject({ what: "state", recorded: null, replayed: 5 });
  });

  it("reports a strategy that fails now and decided then", () => {
    const planted = (): Answer => {
      throw new TypeError("prices is not iterable");
    };
    const { difference, differing } = replay(() => bind(strategy(planted)));
    expect(difference).toMatchObject({ what: "error", replayed: "prices is not iterable" });
    expect(differing).toBe(TICKS - 2);
  });

  it("reports a strategy that needs bars that the run did not have", () => {
    const planted = defineStrategy({
      ...{ name: "threshold", summary: "Needs other bars.", schedule: "* * * * *", params: Params },
      needs: () => ({ bars: [{ token: TOKEN, interval: "5m", count: 3 }] }),
      decide: ({ bars, hold }) => hold({ reason: `${bars(TOKEN).length} bars` }),
    });
    expect(replay(() => bind(planted)).difference).toMatchObject({ replayed: [{ reason: "0 bars" }] });
  });

  it("skips strategies that no longer exist, and counts their ticks", () => {
    const report = replay(() => null);
    expect(report).toMatchObject({ replayed: 0, difference: null, skipped: { missing: TICKS - 2 } });
  });

  it("refuses a missing run, and suggests the nearest", () => {
    const reader = recorded();
    const ask = (): unknown => replayRun({ reader, runId: "run-l", load: () => null, registry });
    expect(ask).toThrow(UnknownRunError);
    try {
      ask();
    } catch (error) {
      expect((error as UnknownRunError).remedy).toContain("run-1");
    }
  });
});
