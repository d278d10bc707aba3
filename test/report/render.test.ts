import { describe, expect, it } from "vitest";
import type { ReportRun } from "../../src/report/input.js";
import { renderReport } from "../../src/report/render.js";
import { memoryTape } from "../../src/tape/memory-tape.js";
import { aResult } from "../backtest/lint/a-result.js";
import { changed, fixtureOf, fixtureRun, fixtureWindows, isCash } from "./fixture.js";
import { hostileRun } from "./hostile.js";

const run = fixtureRun({ days: 12, tokens: 2 });
const page = renderReport({ runs: [run], windows: fixtureWindows(run), version: "1.2.3" });

/** The page's data, as its script reads it. */
interface Named {
  readonly name: string;
  readonly colour: string;
}
interface ChartFacts {
  readonly kind: string;
  readonly token?: string;
  readonly colour?: string;
  readonly lines?: readonly Named[];
  readonly layers?: readonly Named[];
}
interface PageFacts {
  readonly charts: Record<string, ChartFacts>;
  readonly fills: unknown[];
}
const dataOf = (text: string): PageFacts =>
  JSON.parse(/<script type="application\/json" id="data">([^]*?)<\/script>/.exec(text)?.[1] ?? "null") as PageFacts;

describe("a report", () => {
  it("is the same bytes for the same input", () => {
    const again = fixtureRun({ days: 12, tokens: 2 });
    expect(renderReport({ runs: [again], windows: fixtureWindows(again), version: "1.2.3" })).toBe(page);
  });

  it("asks for nothing: no address in any attribute, and a policy without network", () => {
    expect(/\b(?:src|srcset|data|action|poster)\s*=\s*["'](?!id)/.exec(page)).toBeNull();
    expect([...page.matchAll(/\bhref="([^"]*)"/g)].every(([, target]) => target?.startsWith("#") === true)).toBe(true);
    expect(/@import|url\(/.exec(page)).toBeNull();
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? "";
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-\S+' 'sha256-\S+'; img-src data:/,
    );
    expect(/script-src[^;]*unsafe/.exec(policy)).toBeNull();
  });

  it("has its parts, each with a heading and a link to it", () => {
    for (const id of [
      "findings",
      "equity",
      "windows",
      "weights-1",
      "prices-1",
      "calendar-1",
      "trades-1",
      "metrics",
      "refusals-1",
      "setup-1",
    ])
      expect(new RegExp(`<a href="#${id}">[^]*<section id="${id}" class="card">\\s*<h2>`).exec(page)).not.toBeNull();
  });

  it("says what was run", () => {
    for (const fact of [
      "sma-cross 3f9a1c22",
      "synthetic (test), a price every 5 min",
      "8c1f0a2b3d4e5f60",
      "2024-01-01 00:00 to 2024-01-12 23:55 UTC",
      "Contender 1.2.3",
    ])
      expect(page.includes(fact), fact).toBe(true);
  });

  it("has a place and a text for every chart", () => {
    const { charts } = dataOf(page);
    expect(Object.values(charts).map(({ kind }) => kind)).toEqual([
      "lines",
      "lines",
      "bars",
      "bars",
      "stack",
      "price",
      "price",
      "bars",
    ]);
    for (const id of Object.keys(charts))
      expect(new RegExp(`id="${id}"[^>]*aria-label="[^"]{20,}"`).exec(page)).not.toBeNull();
  });

  it("gives a token the same colour in all charts, and each token another one", () => {
    const { charts } = dataOf(page);
    const colours = new Map<string, Set<string>>();
    for (const { token, colour, lines = [], layers = [] } of Object.values(charts))
      for (const named of [...lines, ...layers, { name: token ?? "", colour: colour ?? "" }]) {
        const name = named.name.replace(/^hold /, "");
        if (/^W/.test(name)) colours.set(name, (colours.get(name) ?? new Set()).add(named.colour));
      }
    expect([...colours].map(([name, of]) => [name, of.size])).toEqual([
      ["WETH.eth", 1],
      ["WBTC.eth", 1],
    ]);
    expect(new Set([...colours.values()].map((of) => [...of][0])).size).toBe(2);
  });

  it("says remarks of windows that hold of the run too only once", () => {
    const windows = { ...fixtureWindows(run), remarks: [run.result.remarks[0] ?? "", "Of windows alone."] };
    const text = renderReport({ runs: [run], windows, version: "1" });
    expect(text.split(run.result.remarks[0] ?? "-")).toHaveLength(2);
    expect(text.split("Of windows alone.")).toHaveLength(2);
  });

  it("shows metrics with their definitions, and n/a with its reason", () => {
    expect(/title="[^"]*formula|title="finalValue|title="[^"]+"[^>]*>\s*Total return/i.exec(page)).not.toBeNull();
    const metrics = { ...run.result.metrics, cagr: { value: null, why: "Twelve days are too few." } };
    const text = renderReport({ runs: [changed(run, { metrics })], version: "1" });
    expect(
      /Compound annual growth rate[^]*?n\/a\s*<span class="why">Twelve days are too few\.<\/span>/.exec(text),
    ).not.toBeNull();
  });

  it("names the intent of each trade of its table, by which the journal explains it", () => {
    const [first] = run.result.fills;
    expect(page).toContain(`<code>${first?.intent}</code>`);
    // The command needs nothing else: it finds the run by itself.
    expect(page).toMatch(/contender journal explain INTENT<\/code> explains the decision behind a trade\.\s*<\/p>/);
  });

  it("groups what was refused by code, with counts and reasons", () => {
    const codes = new Set(run.result.refusals.map(({ status, code }) => `${status} ${code}`));
    expect(codes.size).toBeGreaterThan(0);
    for (const { code, reason } of run.result.refusals) {
      expect(page.includes(`<code>${code}</code`), code).toBe(true);
      expect(page.includes(reason), reason).toBe(true);
    }
  });

  it("marks params at their bounds where it is told of these", () => {
    const bounds = { "sma-cross": { properties: { fast: { type: "integer", minimum: 10 } } } };
    expect(page.includes("AT_BOUND")).toBe(false);
    const bounded = fixtureOf(run, { bounds });
    expect(renderReport({ runs: [bounded], version: "1" }).includes("AT_BOUND"), "AT_BOUND").toBe(true);
  });

  it("shows several runs side by side: their curves in one chart, their metrics in columns, their findings apart", () => {
    const others = ["fast", "slow"].map((name, i) =>
      fixtureRun({ days: 12, tokens: 2, name, every: 3_600_000 * (1 + 7 * i) }),
    );
    const text = renderReport({ runs: [run, ...others], version: "1" });
    const { charts, fills } = dataOf(text);
    expect(fills).toHaveLength(3);
    const [equity] = Object.values(charts);
    expect(equity?.lines?.slice(0, 3).map(({ name }) => name)).toEqual(["sma-cross", "fast", "slow"]);
    expect(
      /<th scope="col">sma-cross<\/th>\s*<th scope="col">fast<\/th>\s*<th scope="col">slow<\/th>/.exec(text),
    ).not.toBeNull();
    expect(/<section id="run-3" class="card">\s*<h2>slow<\/h2>/.exec(text)).not.toBeNull();
    expect(text.match(/<h3>fast<\/h3>/)).not.toBeNull();
  });

  it("shows a live run, which has no tape, no rivals, and fills that the service priced", () => {
    const fills = run.result.fills.map((fill) => ({ ...fill, pricedBy: null }));
    const result = { ...run.result, tape: null, rivals: [], fills };
    const prices = { tokens: [], series: () => null, isCash };
    const live: ReportRun = { name: "live", kind: "live run", endedEarly: null, findings: [], prices, result };
    const text = renderReport({ runs: [live], version: "1" });
    expect(text).toContain("<title>live · Contender live run</title>");
    expect(text).not.toMatch(/Fingerprint|backtest|house team/);
    expect(text).toContain(`<code>${fills[0]!.intent}</code>`);
    expect(dataOf(text).fills).toMatchObject([{ quoted: fills.map(() => null) }]);
  });

  it("stands for a run without a trade, without an equity curve, without a tape's prices, and for windows alone", () => {
    const tape = memoryTape({ label: "nothing", tracks: [] });
    const empty = aResult({ fills: [], closed: [], time: new Float64Array(0), equity: new Float64Array(0) });
    expect(
      renderReport({ runs: [fixtureOf({ name: "empty", result: empty, tape })], version: "1" }).includes("NO_TRADES"),
      "NO_TRADES",
    ).toBe(true);
    const still = aResult({ fills: [], closed: [] });
    expect(renderReport({ runs: [fixtureOf({ name: "still", result: still, tape })], version: "1" })).toContain(
      "No position was closed.",
    );
    expect(
      renderReport({ runs: [], windows: fixtureWindows(run), version: "1" }).includes("Every window of 7 d"),
      "Every window of 7 d",
    ).toBe(true);
    expect(renderReport({ runs: [], version: "1" }).includes("Nothing was run."), "Nothing was run.").toBe(true);
  });

  it("has no NaN, undefined or [object in its text", () => {
    const tape = memoryTape({ label: "nothing", tracks: [] });
    const odd = aResult({ initialValue: 0, finalValue: 0, rivals: [], metrics: { sharpe: { value: Infinity } } });
    for (const text of [page, renderReport({ runs: [fixtureOf({ name: "odd", result: odd, tape })], version: "1" })]) {
      const shown = text.replace(/<(script|style)[^]*?<\/\1>/g, "");
      expect(/NaN|undefined|\[object/.exec(shown)).toBeNull();
    }
  });

  it("lets no text from elsewhere become markup or script", () => {
    const text = renderReport({ runs: [hostileRun()], windows: fixtureWindows(run), version: "<b>1" });
    expect(text.match(/<script/g)).toHaveLength(3);
    expect(text.match(/<(?:img|svg|b>1|iframe|base)/)).toBeNull();
    // Nor does anything turn the direction of what follows.
    expect(text.match(/[\u202a-\u202e\u2066-\u2069]/)).toBeNull();
    expect(dataOf(text).fills).toHaveLength(1);
  });

  it("of a year of half-hour prices of ten tokens with thousands of trades is below two megabytes", () => {
    const year = fixtureRun({ days: 366, tokens: 10, interval: 1_800_000, every: 3_600_000 });
    expect(year.result.fills.length).toBeGreaterThan(3_000);
    const { length } = Buffer.from(renderReport({ runs: [year], version: "1" }));
    expect(length).toBeGreaterThan(200_000);
    expect(length).toBeLessThan(2_000_000);
  });
});
