import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { documentOf } from "../../src/app/backtest/document.js";
import { backtest } from "../../src/backtest/backtest.js";
import { planOf } from "../../src/backtest/plan/plan.js";
import type { BacktestOptions } from "../../src/backtest/plan/options.js";
import { ColumnJournal } from "../../src/journal/columns/column-journal.js";
import { openJournalReader, saveColumns } from "../../src/journal/index.js";
import { KNOWN_TOKENS } from "../../src/model/known-tokens.js";
import type { RunBacktest } from "../../src/model/journal.js";
import { TokenRegistry } from "../../src/model/token-registry.js";
import type { StrategyDefinition } from "../../src/strategy/define.js";
import { openTape, syntheticTape } from "../../src/tape/index.js";
import { follower } from "./strategies.js";
import { HOUR, known, MINUTE, START, tapeOf, walk } from "./tapes.js";
import { emptyFolder } from "../support/empty-folder.js";

const LENGTH = 6 * 60;
// Two on one chain: whom the random house team buys there must not depend on their order.
const prices = {
  "WETH.eth": walk(LENGTH, "eth"),
  "WBTC.eth": walk(LENGTH, "btc", 60_000),
  "SOL.svm": walk(LENGTH, "sol", 150),
};
const usual: BacktestOptions = {
  tape: tapeOf(prices),
  strategies: [
    { strategy: follower, name: "eth" },
    { strategy: follower, name: "sol", params: { token: "SOL.svm" } },
  ],
  houseTeams: true,
  seed: "7",
};
const folder = emptyFolder();

/** A run: its document, and everything that its saved journal says. */
async function run(name: string, options: Partial<BacktestOptions> = {}) {
  const journal = new ColumnJournal();
  const result = await backtest({ ...usual, ...options, journal });
  const dir = join(folder, name);
  await saveColumns(journal, { dir });
  const reader = openJournalReader(dir);
  const { journalId } = reader;
  const rows = {
    journalId,
    runs: reader.runs(),
    decisions: reader.decisions(),
    intents: reader.intents(),
    trades: reader.trades(),
    books: reader.bookEntries(),
    notes: reader.notes(),
    equity: reader.equity().slice(0, 50),
  };
  reader.close();
  return {
    result,
    dir,
    id: journal.run?.id,
    document: JSON.stringify(documentOf({ result, windows: null, lookahead: null })),
    journal: JSON.stringify(rows),
  };
}

describe("a backtest is determined by its tape, config and seed", () => {
  it("gives the same document and journal, byte for byte, whatever the order of the tokens on the tape", async () => {
    const first = await run("first");
    const again = await run("again");
    expect(again.document).toBe(first.document);
    expect(again.journal).toBe(first.journal);
    expect(readFileSync(join(again.dir, "journal.db")).equals(readFileSync(join(first.dir, "journal.db")))).toBe(true);
    const backwards = Object.fromEntries(Object.entries(prices).reverse()) as typeof prices;
    const turned = await run("turned", { tape: tapeOf(backwards) });
    expect(turned.document).toBe(first.document);
    expect(turned.journal).toBe(first.journal);
    expect(turned.id).toBe(first.id);
  });

  it("gives the same journal, byte for byte, of a tape in another folder, with what it ran on", async () => {
    const [here, there] = [join(folder, "here"), join(folder, "there")];
    const tokens = [{ token: known("WETH.eth"), price: 2_000, volatility: 0.01 }];
    await syntheticTape({ folder: here, seed: "s", from: START, to: START + 5 * HOUR, every: MINUTE, tokens });
    cpSync(here, there, { recursive: true });
    const of = { strategies: [{ strategy: follower }], from: START + HOUR, latency: 250 };
    const [one, other] = [
      await run("of-here", { ...of, tape: openTape(here) }),
      await run("of-there", { ...of, tape: openTape(there) }),
    ];
    expect(readFileSync(join(other.dir, "journal.db")).equals(readFileSync(join(one.dir, "journal.db")))).toBe(true);
    const { label, fingerprint } = openTape(there);
    expect((JSON.parse(one.journal) as { runs: { backtest: RunBacktest }[] }).runs.map((row) => row.backtest)).toEqual([
      {
        ...{ tape: { label, fingerprint }, from: START + HOUR, to: openTape(here).until },
        ...{ latency: 250, bars: "sampled", houseTeams: true, inputs: null },
      },
    ]);
  });

  it("gives another run for another seed, and for other params", async () => {
    const one = await backtest(usual);
    const id = planOf(usual).runId;
    const bolder = [{ strategy: follower, params: { share: 0.2 } }];
    for (const another of [{ seed: "8" }, { strategies: bolder }]) {
      const other = { ...usual, ...another };
      expect(planOf(other).runId).not.toBe(id);
      expect((await backtest(other)).finalValue).not.toBe(one.finalValue);
    }
  });

  it("is another run for each setting that a strategy may notice, other inputs, another past or version", () => {
    const inputs = (of?: string) => ({ inputs: Object.assign(() => null, of === undefined ? {} : { of }) });
    const others: Partial<BacktestOptions>[] = [
      {},
      { competitionName: "Cup" },
      { settings: { leaderboardEvery: 60_000 } },
      { settings: { readTimeout: 60_000 } },
      { settings: { risk: { maxTradesPerDay: 3 } } },
      { settings: { minTradesPerDay: 3 } },
      { history: [tapeOf({ "WETH.eth": walk(60, "a past") })] },
      { history: [tapeOf({ "WETH.eth": walk(60, "another past") })] },
      { history: [{ points: () => [] }] },
      { run: { version: "0.1.0", config: {} } },
      { run: { version: "0.2.0", config: {} } },
      inputs(),
      inputs("7k2m9x"),
      inputs("4hq8sz"),
    ];
    const ids = others.map((other) => planOf({ ...usual, ...other }).runId);
    expect(new Set(ids).size).toBe(others.length);
    expect(planOf(usual).runId).toBe(ids[0]);
  });

  it("is another run if a strategy without a file has another schedule, needs or read", () => {
    const read = (): Promise<null> => Promise.resolve(null);
    const others: Partial<StrategyDefinition>[] = [
      {},
      { schedule: "*/7 * * * *" },
      { schedule: { main: "*/5 * * * *", guard: "* * * * *" } },
      { schedule: (params) => (params === null ? "0 * * * *" : "*/7 * * * *") },
      { timezone: "Europe/Berlin" },
      { needs: () => ({ prices: ["WETH.eth"] }) },
      { read },
    ];
    const plans = others.map((other) => planOf({ ...usual, strategies: [{ strategy: { ...follower, ...other } }] }));
    for (const known of [plans.map(({ runId }) => runId), plans.map(({ strategies: [one] }) => one?.version)])
      expect(new Set(known).size).toBe(others.length);
  });

  it("is another run if config changes a token, and the same if config repeats a known one", () => {
    const ids = [{}, { cash: true }].map((own) => {
      const tokens = KNOWN_TOKENS.map((token) => (token.name === "WBTC.eth" ? { ...token, ...own } : token));
      return planOf({ ...usual, registry: new TokenRegistry(tokens) }).runId;
    });
    const known = planOf(usual).runId;
    expect(ids.map((id) => id === known)).toEqual([true, false]);
  });

  it("gives the same first half for half of the tape", async () => {
    const whole = await backtest({ ...usual, bars: "recorded" });
    const cut = START + 3.7 * HOUR;
    const half = await backtest({ ...usual, bars: "recorded", tape: usual.tape.between(START, cut) });
    expect(half.to).toBe(cut);
    expect(half.fills.length).toBeGreaterThan(30);
    const before = whole.fills.filter(({ at }) => at < cut);
    expect(half.fills).toEqual(before);
    const until = half.time.findIndex((at) => at >= cut);
    expect([...half.equity.slice(0, until)]).toEqual([...whole.equity.slice(0, until)]);
  });
});
