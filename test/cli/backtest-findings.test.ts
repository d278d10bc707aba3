import { describe, expect, it } from "vitest";
import { documentOf } from "../../src/app/backtest/document.js";
import { lintOf } from "../../src/backtest/lint/index.js";
import { backtestText } from "../../src/cli/format/backtest.js";
import { aResult } from "../backtest/lint/a-result.js";

const result = aResult({ complete: false, closed: [], ticks: { decided: 30, warmingUp: 0, failed: 2 } });
const findings = lintOf({ result });
const end = {
  result,
  kept: { run: "abc", journal: "data/backtests/abc" },
  windows: null,
  lookahead: null,
  findings,
  report: null,
  unwritten: [],
  stopped: false,
};

describe("what speaks against a backtest", () => {
  it("stands on the terminal with its remedy and code, unless it is said there already", () => {
    const text = backtestText(end);
    expect(text).toMatch(
      /^warning: 2 ticks failed and decided nothing\. \(FAILED_TICKS\)\n {2}The journal has the error of each/m,
    );
    expect(text).toMatch(/^warning: 0 closed trades: .* \(FEW_TRADES\)$/m);
    expect(text).not.toContain("INCOMPLETE");
  });

  it("stands in the JSON document with code, severity, text and remedy", () => {
    const { findings: shown } = documentOf(end);
    expect(shown).toEqual(findings);
    expect(findings.map(({ code }) => code)).toEqual(["INCOMPLETE", "FAILED_TICKS", "FEW_TRADES"]);
  });
});
