import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { canonicalJson } from "../../src/core/json.js";
import { seededRandom } from "../../src/core/random.js";
import { openJournalReader, saveColumns, type ColumnJournal } from "../../src/journal/index.js";
import type { EngineEvent } from "../../src/model/event.js";
import { KNOWN_TOKENS } from "../../src/model/known-tokens.js";
import { TokenRegistry } from "../../src/model/token-registry.js";
import { compareRuns, recordingOf } from "../../src/replay/index.js";
import { bindStrategy } from "../../src/strategy/bind/bind.js";
import { memoryTape } from "../../src/tape/index.js";
import { textOf } from "../docs/pages.js";
import { STRATEGIES } from "./strategies.js";
import { inBacktest, overHttp, type LiveRun, type Scene } from "./two-worlds.js";
import { emptyFolder } from "../support/empty-folder.js";

const MINUTE = 60_000;
const HOURS = 4;
const START = Date.UTC(2025, 2, 3, 12);
const PRICES = { "WETH.eth": 2_000, "WBTC.eth": 90_000, "USDT.eth": 1, "USDC.eth": 1, "USDC.base": 1, "USDC.svm": 1 };

/** Prices that walk by chance, a point a minute: an hour of them before the competition. */
function walk(name: string, start: number): { times: Float64Array; prices: Float64Array } {
  const random = seededRandom(`walk/${name}`);
  const length = (HOURS + 1) * 60 + 1;
  const step = name.startsWith("USDC") ? 0.000_1 : 0.004;
  let price = start;
  const times = Float64Array.from({ length }, (_, i) => START - 60 * MINUTE + i * MINUTE);
  return { times, prices: times.map(() => (price *= 1 + step * (random.next() - 0.5))) };
}

function scene(): Scene {
  const registry = new TokenRegistry(KNOWN_TOKENS);
  const tape = memoryTape({
    label: "synthetic walk",
    tracks: Object.entries(PRICES).map(([name, start]) => ({ token: registry.resolve(name), ...walk(name, start) })),
  });
  const strategies = STRATEGIES.map((definition, i) =>
    bindStrategy(
      { definition, file: "", source: String(i) },
      { allocation: 0.3 },
      { registry, crossChain: false, fundedChains: null },
    ),
  );
  return {
    ...{ tape, registry, strategies, seed: "parity", from: START, to: START + HOURS * 60 * MINUTE },
    competition: { maxTradeShare: 0.05, startBalances: { "USDC.eth": "10000" } },
    settings: {
      sampleEvery: MINUTE,
      // Below 0: the bot takes the cap for a little larger than it is, and the venue says no to the parts of divided trades.
      risk: { capMargin: -0.0005, maxTradeUsd: 2_000 },
    },
  };
}

/** All that a run decided, meant, traded and was told, in the order in which it was. */
function told(journal: ColumnJournal): Record<string, readonly unknown[]> {
  const { decisions, steps, outcomes, equityCurve, ticks } = journal;
  const intents = steps.map(({ intent }) => journal.intent(intent));
  const equity = Array.from(equityCurve.time(), (at, i) => [at, equityCurve.total()[i]]);
  return { decisions, intents, steps, outcomes, equity, ticks: [ticks] };
}

/** Events as texts. What happens at one instant, a trade and an equity point, say, has no order of its own: numbers are left out. */
function eventsByType(events: readonly EngineEvent[]): Map<string, string[]> {
  // What the program that starts them says of the run is not the same.
  const told = events.filter(({ type }) => type !== "run-started");
  const types = [...new Set(told.map(({ type }) => type))].sort();
  return new Map(
    types.map((type) => {
      const same = told.filter((event) => event.type === type);
      return [type, same.map((event) => canonicalJson({ ...event, seq: 0 }))];
    }),
  );
}

describe("a bot over HTTP and the backtest of the same tape", () => {
  let tested: Awaited<ReturnType<typeof inBacktest>>;
  let live: LiveRun;
  beforeAll(async () => {
    const there = scene();
    tested = await inBacktest(there);
    live = await overHttp(scene(), tested.journal.run?.id ?? "");
  });

  it("decide, intend, trade and get the same: ids, amounts, reasons, states and times included", () => {
    const [a, b] = [told(tested.journal), told(live.journal)];
    for (const [part, ours] of Object.entries(a)) {
      const [first, second] = [ours, b[part] ?? []].map((list) => list.map((one) => canonicalJson(one)));
      const at = first?.findIndex((text, i) => text !== second?.[i]) ?? 0;
      // The first that differs, not all of them.
      expect([part, second?.[at]]).toEqual([part, first?.[at]]);
      expect(second?.length, part).toBe(first?.length);
    }
  });

  it("tell the same events: of each type the same ones in the same order", () => {
    const [ours, theirs] = [eventsByType(tested.events), eventsByType(live.events)];
    expect([...theirs.keys()]).toEqual([...ours.keys()]);
    for (const [type, first] of ours) {
      const second = theirs.get(type) ?? [];
      const at = first.findIndex((text, i) => text !== second[i]);
      // The first that differs, not all of them.
      expect([type, second[at]]).toEqual([type, first[at]]);
      expect(second.length, type).toBe(first.length);
    }
  });

  it("compare enough: trades, targets, divided trades, refusals, rejections, drops and cancels", () => {
    const { outcomes, decisionCounts, steps } = tested.journal;
    const count = (status: string): number => outcomes.filter((outcome) => outcome.status === status).length;
    expect(count("filled")).toBeGreaterThanOrEqual(200);
    expect(count("refused")).toBeGreaterThan(10);
    expect(count("rejected")).toBeGreaterThan(5);
    expect(count("dropped")).toBeGreaterThan(5);
    expect(decisionCounts.target).toBeGreaterThan(40);
    expect(decisionCounts.cancel).toBeGreaterThan(5);
    const parents = steps
      .map(({ intent }) => tested.journal.intent(intent)?.parent)
      .filter((parent) => parent !== null);
    expect(parents.length).toBeGreaterThan(5);
  });

  it("have as many of each as docs/concepts/parity.md says", () => {
    const { outcomes } = tested.journal;
    const count = (status: string): number => outcomes.filter((outcome) => outcome.status === status).length;
    expect(textOf("docs/concepts/parity.md")).toContain(
      `${count("filled")} fills, beside ${count("refused")} refusals, ${count("dropped")} dropped and ${count("rejected")} rejected trades`,
    );
  });

  it("have the trades of the service's list, with the same ids", () => {
    const fills = tested.journal.steps.flatMap(({ to, trade }) =>
      to === "FILLED" && trade ? [[trade.id, trade.reason]] : [],
    );
    expect(live.trades.map(({ id, reason }) => [id, reason])).toEqual(fills);
  });

  it("are equal to `contender compare` too", async () => {
    const saved = [tested.journal, live.journal].map(async (journal) => {
      const dir = emptyFolder();
      await saveColumns(journal, { dir });
      const reader = openJournalReader(dir);
      onTestFinished(() => reader.close());
      return recordingOf(reader, journal.run?.id ?? "", dir);
    });
    const recordings = await Promise.all(saved);
    const { equal, counts } = compareRuns(recordings[0]!, recordings[1]!);
    expect([equal, counts.trades.equal]).toEqual([true, live.trades.length]);
  });

  it("really used HTTP", () => {
    expect(live.requests).toBeGreaterThan(1_000);
  });
});
