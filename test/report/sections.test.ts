import { describe, expect, it } from "vitest";
import { ChartBook, shownRuns, type ShownRun } from "../../src/report/section.js";
import { calendarSection } from "../../src/report/sections/calendar.js";
import { equitySection } from "../../src/report/sections/equity.js";
import { metricsSection } from "../../src/report/sections/metrics.js";
import { pricesSection } from "../../src/report/sections/prices.js";
import { setupSection } from "../../src/report/sections/setup.js";
import { tiles } from "../../src/report/sections/tiles.js";
import { COLOURS } from "../../src/report/style/colours.js";
import type { BacktestResult } from "../../src/backtest/result/result.js";
import { aFill } from "../backtest/lint/a-result.js";
import { changed, DAY, fixtureRun, FROM } from "./fixture.js";

const run = fixtureRun({ days: 12, tokens: 2 });

/** The run as sections take it, with these changes. */
function shown(changes: Partial<BacktestResult> = {}): ShownRun {
  return shownRuns([changed(run, changes)])[0]!;
}

describe("the curves of equity", () => {
  it("have colours of the page, also where there are more of a kind than colours, and the run's is the widest", () => {
    const [first] = run.result.rivals.filter(({ kind }) => kind === "house");
    const houses = Array.from({ length: 4 }, (_, i) => ({ ...first!, name: `house ${i}` }));
    const charts = new ChartBook();
    equitySection([shown({ rivals: [...run.result.rivals, ...houses] })], charts);
    const [chart] = Object.values(charts.all());
    const colours = chart?.kind === "lines" ? chart.lines.map(({ colour }) => colour) : [];
    const widths = chart?.kind === "lines" ? chart.lines.map(({ width }) => width) : [];
    expect(Math.max(...widths.slice(1))).toBeLessThan(widths[0] ?? 0);
    expect(colours.filter((colour) => !COLOURS.includes(`--${colour}:`))).toEqual([]);
    expect(new Set(colours.filter((colour) => colour.startsWith("house"))).size).toBe(3);
  });
});

describe("prices and trades", () => {
  const textOf = (changes: Partial<BacktestResult>): string => pricesSection(shown(changes), new ChartBook()).body.text;

  it("say how many of very many trades are marked", () => {
    const fills = Array.from({ length: 9_000 }, (_, i) => aFill({ at: FROM + i * 1_000 }));
    expect(textOf({ fills })).toContain("Of 9,000 trades, 8,000 are marked at even distances.");
    expect(textOf({ fills: fills.slice(0, 8_000) })).not.toContain("are marked");
  });

  it("have a table of all trades, or of the first and the last", () => {
    const summaryOf = (length: number): [summary: string | undefined, rows: number] => {
      const text = textOf({ fills: Array.from({ length }, (_, i) => aFill({ at: FROM + i * 1_000 })) });
      const [, table = ""] = text.split('<table class="trades">');
      return [/<summary>\s*(.*?)\s+as a table/.exec(text)?.[1], table.match(/<tr>/g)?.length ?? 0];
    };
    expect(summaryOf(1)).toEqual(["The 1 trade", 2]);
    expect(summaryOf(100)).toEqual(["The 100 trades", 101]);
    expect(summaryOf(1_001)).toEqual(["The first and the last 50 of 1,001 trades", 101]);
  });

  it("tell of no marks where nothing was traded", () => {
    expect(textOf({ fills: [] })).toContain("Nothing was traded.");
    expect(textOf({ fills: [] })).not.toContain("▲");
  });
});

describe("the key figures", () => {
  it("count a target that was cut among nothing that was refused: its rest was traded", () => {
    const [first, ...refusals] = run.result.refusals;
    const cut = { ...first!, status: "cut", code: "OUT_OF_REACH" };
    const text = tiles({ ...run.result, refusals: [cut, ...refusals] }).text;
    expect(text).toContain(`>${refusals.length} refused, rejected or dropped<`);
  });
});

describe("metrics", () => {
  const curve = (days: number) => {
    const time = Float64Array.from({ length: days * 24 + 1 }, (_, i) => FROM + (i * DAY) / 24);
    return { time, equity: time.map(() => 10_000) };
  };

  it("say of which period the returns are that value at risk speaks of", () => {
    const textOf = (...runs: ShownRun[]): string => metricsSection(runs).body.text;
    expect(textOf(shown(curve(99)))).toContain("A period is 1 h.");
    expect(textOf(shown(curve(100)))).toContain("A period is 1 d.");
    const runs = [
      { ...shown(curve(100)), name: "whole" },
      { ...shown(curve(9)), name: "part" },
    ];
    expect(textOf(...runs)).toContain("A period is 1 d for whole, 1 h for part.");
  });
});

describe("the calendar", () => {
  it("rounds a return once: 2.446 % is 2.4 %, though it is 2.45 % with two decimals", () => {
    const time = Float64Array.of(FROM, FROM + DAY);
    const { text } = calendarSection(shown({ time, equity: Float64Array.of(10_000, 10_244.6) })).body;
    expect(text).toContain("</small>2.4");
    expect(text).not.toContain("2.5");
  });
});

describe("how it was run", () => {
  it("writes times with their unit, leaves other numbers as they are, and a list of names on one line", () => {
    const settings = {
      ...{ latency: 1_500, sampleEvery: 300_000, competition: { snapshotIntervalMs: 120_000, maxTradeShare: 0.25 } },
      ...{ limits: [{ scope: "getPrice", count: 100, windowMs: 60_000 }], execution: { maxTargetSteps: 100 } },
      risk: { tokens: ["WETH.eth", "SOL.svm"], without: [], unprovenPrice: { percent: 80, standsFor: 300_000 } },
    };
    const { text } = setupSection(shown({ settings })).body;
    const unbroken = text.replaceAll("<wbr />", "");
    const rows = [...unbroken.matchAll(/<th scope="row">([^<]*)<\/th>\s*<td class="text">([^<]*)/g)];
    expect(Object.fromEntries(rows.map(([, name, value]) => [name, value]))).toMatchObject({
      ...{ latency: "1s500ms", sampleEvery: "5m", "competition.snapshotIntervalMs": "2m" },
      ...{ "competition.maxTradeShare": "0.25", "limits.0.windowMs": "1m", "limits.0.count": "100" },
      ...{ "risk.unprovenPrice.percent": "80", "risk.unprovenPrice.standsFor": "5m" },
      ...{ "execution.maxTargetSteps": "100", "risk.tokens": "WETH.eth, SOL.svm", "risk.without": "none" },
    });
  });

  it("lets a long name go on in the next line after a dot, not in the midst of a word", () => {
    const { text } = setupSection(shown({ settings: { competition: { startBalances: { "USDC.eth": "5000" } } } })).body;
    expect(text).toContain('<th scope="row">competition.<wbr />startBalances.<wbr />USDC.<wbr />eth</th>');
  });

  it("shows what stands between backticks in a remark as code", () => {
    const { text } = setupSection(shown({ remarks: ["Assumed (`--latency` says another)."] })).body;
    expect(text).toContain("Assumed (<code>--latency</code> says another).");
  });
});
