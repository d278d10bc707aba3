import { describe, expect, it } from "vitest";
import { documentOf } from "../../src/app/backtest/document.js";
import type { JsonObject } from "../../src/core/json.js";
import { lintOf } from "../../src/backtest/lint/index.js";
import { backtestText } from "../../src/cli/format/backtest.js";
import { aResult } from "../backtest/lint/a-result.js";

const result = aResult({ complete: false, closed: [], ticks: { decided: 30, warmingUp: 0, failed: 2 } });
const findings = lintOf({ result });
const end = {
  result,
  kept: { run: "abc", journal: "data/backtests/abc", earlier: false },
  windows: null,
  beside: [],
  lookahead: null,
  findings,
  report: null,
  unwritten: [],
  stopped: false,
};

describe("reasons to doubt a backtest", () => {
  it("are printed with remedy and code, unless the output has them already", () => {
    const text = backtestText(end);
    expect(text).toMatch(
      /^warning: 2 ticks failed and decided nothing\. \(FAILED_TICKS\)\n {2}The journal has the error of each/m,
    );
    expect(text).toMatch(/^warning: 0 closed trades: .* \(FEW_TRADES\)$/m);
    expect(text).not.toContain("INCOMPLETE");
  });

  it("are in the JSON document with code, severity, text and remedy", () => {
    const { findings: shown } = documentOf(end);
    expect(shown).toEqual(findings);
    expect(findings.map(({ code }) => code)).toEqual(["INCOMPLETE", "FAILED_TICKS", "FEW_TRADES"]);
  });
});

it("the output of a backtest includes how many ticks a strategy warmed up, if it did", () => {
  const warm = (warmingUp: number): string =>
    backtestText({ ...end, result: { ...result, ticks: { ...result.ticks, warmingUp } } });
  expect(warm(7)).toContain("; 7 ticks warming up");
  expect(warm(0)).not.toContain("warming up");
});

it("the output of a backtest names the config file in the next commands, if one was named", () => {
  const command = "npx contender journal decisions --run abc";
  expect(backtestText(end, "my bot.yaml")).toContain(`${command} --config 'my bot.yaml'  its decisions`);
  expect(backtestText(end)).toMatch(/--run abc +its decisions/);
});

describe("runs beside a backtest", () => {
  const beside = [
    { name: "fast=5", result: aResult({ initialValue: 10_000, finalValue: 10_500 }) },
    { name: "fast=9 slow=50", result: aResult({ initialValue: 10_000, finalValue: 9_000 }) },
  ];

  it("are printed with their final value and return, a line each", () => {
    const text = backtestText({ ...end, beside });
    expect(text).toMatch(/^with other params +final value \(USD\) +return$/m);
    expect(text).toMatch(/^fast=5 +10,500\.00 +5\.00%$/m);
    expect(text).toMatch(/^fast=9 slow=50 +9,000\.00 +-10\.00%$/m);
  });

  it("are marked if they did not come to their end", () => {
    const [first] = beside;
    const part = { name: "part", result: aResult({ complete: false }) };
    const text = backtestText({ ...end, beside: [first!, part] });
    expect(text).toMatch(/^part \(stopped before its end\) /m);
    expect(text).toMatch(/^fast=5 +10,500/m);
  });

  it("are in the JSON document, with all members of a run", () => {
    const [first] = documentOf({ ...end, beside })["beside"] as JsonObject[];
    expect(first).toMatchObject({ name: "fast=5", finalValue: 10_500, trades: 20 });
  });

  it("leave no line if there are none, and no member in the JSON document", () => {
    expect(backtestText(end)).not.toContain("beside it");
    expect(documentOf(end)).not.toHaveProperty("beside");
  });
});
