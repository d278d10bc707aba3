import { describe, expect, it } from "vitest";
import { z } from "zod";
import { lintOf, paramBounds, type LintInput } from "../../../src/backtest/lint/index.js";
import { defineStrategy } from "../../../src/strategy/define.js";
import { aFill, aRefusal, aResult, DAY, FROM, won } from "./a-result.js";

const codes = (input: LintInput): string[] => lintOf(input).map(({ code }) => code);
const textOf = (code: string, input: LintInput): string =>
  lintOf(input)
    .filter((finding) => finding.code === code)
    .map(({ text, remedy }) => `${text} ${remedy}`)
    .join("\n");

describe("the lint of a result", () => {
  it("is empty for a sound run", () => {
    expect(lintOf({ result: aResult() })).toEqual([]);
  });

  it("lists problems before warnings, and warnings before notes, each with a remedy", () => {
    const findings = lintOf({
      result: aResult({
        complete: false,
        closed: [won(1)],
        fills: [aFill()],
        ticks: { decided: 900, warmingUp: 0, failed: 1 },
      }),
    });
    const severities = findings.map(({ severity }) => severity);
    expect(severities).toEqual(["problem", "warning", "warning", "note"]);
    for (const { remedy } of findings) expect(remedy).toMatch(/^[A-Z].*\.$/);
  });
});

describe("NO_TRADES", () => {
  const none = { fills: [], closed: [] };

  it("reports that all ticks were warm-up", () => {
    const result = aResult({ ...none, ticks: { decided: 0, warmingUp: 30, failed: 0 } });
    expect(textOf("NO_TRADES", { result })).toMatch(/all 30 ticks were warm-up.*--from/);
  });

  it("reports that no strategy was due", () => {
    const result = aResult({ ...none, ticks: { decided: 0, warmingUp: 0, failed: 0 } });
    expect(textOf("NO_TRADES", { result })).toMatch(/never due|ever due/);
  });

  it("names the most frequent refusal", () => {
    const refusals = [aRefusal({ code: "COOLDOWN" }), aRefusal(), aRefusal()];
    expect(textOf("NO_TRADES", { result: aResult({ ...none, refusals }) })).toMatch(/MAX_TRADE \(refused\), 2 times/);
  });

  it("does not count a target that was cut among the refusals", () => {
    const refusals = [aRefusal({ status: "cut", code: "CASH" }), aRefusal({ status: "dropped", code: "PRICE_MOVED" })];
    expect(textOf("NO_TRADES", { result: aResult({ ...none, refusals }) })).toMatch(
      /: 1 trade failed, most often because of PRICE_MOVED \(dropped\), 1 time\./,
    );
  });

  it("reports that targets needed no swap", () => {
    expect(textOf("NO_TRADES", { result: aResult(none) })).toMatch(/20 decisions requested a trade.*band/);
  });

  it("reports that every decision was a hold", () => {
    const decisions = { swap: 0, target: 0, cancel: 0, hold: 30 };
    expect(textOf("NO_TRADES", { result: aResult({ ...none, decisions }) })).toMatch(/all 30 decisions were to hold/);
  });

  it("reports that every strategy was disabled, before anything else", () => {
    const strategies = [
      { name: "sma", version: "1", params: {}, allocation: 1, disabled: { at: 0, why: "boom", remedy: "" } },
    ];
    expect(textOf("NO_TRADES", { result: aResult({ ...none, strategies }) })).toMatch(/every strategy was disabled/);
  });

  it("is silent if there is a trade", () => {
    expect(codes({ result: aResult() })).not.toContain("NO_TRADES");
  });
});

describe("FEW_TRADES", () => {
  it("reports 29 closed trades, and not 30", () => {
    const closed = Array.from({ length: 30 }, (_, i) => won(5, i % 2 === 0 ? "A" : "B"));
    expect(codes({ result: aResult({ closed: closed.slice(1) }) })).toEqual(["FEW_TRADES"]);
    expect(codes({ result: aResult({ closed }) })).toEqual([]);
  });
});

describe("ONE_TRADE", () => {
  it("reports a trade that made most of the profit, and what is left without it", () => {
    const closed = [...aResult().closed.map((trade) => ({ ...trade, proceedsUsd: 101 })), won(400)];
    const text = textOf("ONE_TRADE", { result: aResult({ closed }) });
    expect(text).toContain("90.91%");
    expect(text).toContain("+$40.00");
  });

  it("is silent if no trade made half of it, and if nothing was won", () => {
    expect(codes({ result: aResult() })).not.toContain("ONE_TRADE");
    expect(codes({ result: aResult({ closed: [won(10), won(-30)] }) })).not.toContain("ONE_TRADE");
  });
});

describe("ONE_TOKEN", () => {
  it("reports a token that made what the others lost", () => {
    const closed = aResult().closed.map((trade) => ({ ...trade, proceedsUsd: trade.token === "SOL.svm" ? 110 : 99 }));
    expect(textOf("ONE_TOKEN", { result: aResult({ closed }) })).toMatch(/SOL\.svm made \+\$200\.00.*−\$20\.00/);
  });

  it("is silent for a run with a single token, or with two that both won", () => {
    const closed = aResult().closed.filter(({ token }) => token === "SOL.svm");
    expect(codes({ result: aResult({ closed: [...closed, ...closed] }) })).not.toContain("ONE_TOKEN");
    expect(codes({ result: aResult() })).not.toContain("ONE_TOKEN");
  });
});

describe("SLIPPAGE_EDGE", () => {
  const fills = (slippageUsd: number) => aResult().fills.map((fill) => ({ ...fill, slippageUsd }));

  it("reports slippage that takes a third of the profit", () => {
    const text = textOf("SLIPPAGE_EDGE", { result: aResult({ fills: fills(6) }) });
    expect(text).toContain("Slippage took $120.00, 33.33% of the +$360.00");
  });

  it("is a problem if it turned a profit into a loss", () => {
    const result = aResult({ fills: fills(20), finalValue: 9_900 });
    expect(lintOf({ result })[0]).toMatchObject({ code: "SLIPPAGE_EDGE", severity: "problem" });
    expect(textOf("SLIPPAGE_EDGE", { result })).toContain("turned a profit of +$300.00 into a loss of $100.00");
  });

  it("is silent if it takes little, and if there was a loss before it", () => {
    expect(codes({ result: aResult() })).not.toContain("SLIPPAGE_EDGE");
    expect(codes({ result: aResult({ fills: fills(1), finalValue: 9_000 }) })).not.toContain("SLIPPAGE_EDGE");
  });
});

describe("TURNOVER", () => {
  it("reports equity that is traded more than twice a day, and not below", () => {
    const metrics = (value: number) => ({ timeInMarket: { value: 0.6 }, turnover: { value } });
    expect(textOf("TURNOVER", { result: aResult({ metrics: metrics(75) }) })).toContain("2.5 times a day");
    expect(codes({ result: aResult({ metrics: metrics(59) }) })).not.toContain("TURNOVER");
  });

  it("computes no daily rate from a single trade in a run of minutes", () => {
    const time = Float64Array.of(FROM, FROM + 15 * 60_000);
    const told = (value: number) => codes({ result: aResult({ time, metrics: { turnover: { value } } }) });
    expect(told(0.25)).not.toContain("TURNOVER");
    expect(told(2.5)).toContain("TURNOVER");
  });
});

describe("MOSTLY_FLAT", () => {
  it("reports holdings in less than a fifth of the time, and not if the time is unknown", () => {
    const metrics = { timeInMarket: { value: 0.1 } };
    expect(textOf("MOSTLY_FLAT", { result: aResult({ metrics }) })).toContain("10.00%");
    expect(codes({ result: aResult({ metrics: {} }) })).not.toContain("MOSTLY_FLAT");
  });
});

describe("AT_BOUND", () => {
  const definition = defineStrategy({
    name: "s",
    summary: "A strategy.",
    params: z.object({
      fast: z.int().min(2).max(50).default(10),
      share: z.number().gt(0).max(1).default(1),
      wait: z.int().gt(0).default(5),
      free: z.int().default(0),
    }),
    schedule: "0 * * * *",
    decide: ({ hold }) => hold({ reason: "no" }),
  });
  const bounds = paramBounds([{ name: "sma", definition }]);
  const of = (params: Record<string, number>): string[] =>
    lintOf({
      result: aResult({ strategies: [{ name: "sma", version: "1", params, allocation: 1, disabled: null }] }),
      bounds,
    }).map(({ code, text }) => `${code} ${text}`);

  it("reports a number at either end of its schema's range", () => {
    expect(of({ fast: 2, share: 0.5, wait: 5, free: 3 })).toEqual([
      expect.stringMatching(/^AT_BOUND sma: fast is 2, the least allowed value/),
    ]);
    expect(of({ fast: 50 })[0]).toMatch(/fast is 50, the most/);
    expect(of({ wait: 1 })[0]).toMatch(/wait is 1, the least/);
  });

  it("is silent for a default, values within, and bounds that every whole number has", () => {
    expect(of({ fast: 10, share: 1, wait: 2, free: Number.MAX_SAFE_INTEGER })).toEqual([]);
  });

  it("is silent without bounds", () => {
    expect(codes({ result: aResult() })).toEqual([]);
  });
});

describe("INCOMPLETE", () => {
  it("reports a run that did not reach its end", () => {
    const text = textOf("INCOMPLETE", { result: aResult({ complete: false }) });
    expect(text).toContain("2024-01-31 00:00 UTC");
    expect(text).toContain("Run it again to the end.");
    expect(codes({ result: aResult() })).not.toContain("INCOMPLETE");
  });

  it("reports, if every strategy was disabled, that the figures go on to the end, and since when none decided", () => {
    const disabledAt = (day: number) => ({ at: Date.UTC(2024, 0, day), why: "boom", remedy: "" });
    const strategies = [3, 5].map((day) => {
      return { name: `s${day}`, version: "1", params: {}, allocation: 0.5, disabled: disabledAt(day) };
    });
    const text = textOf("INCOMPLETE", { result: aResult({ complete: false, strategies }) });
    expect(text).toContain(
      "All strategies were disabled by 2024-01-05 00:00 UTC. Holdings were kept until 2024-01-31 00:00 UTC, and all figures include that time.",
    );
  });
});

describe("PARKED", () => {
  it("names the strategy and its error, on one line", () => {
    const disabled = { at: Date.UTC(2024, 0, 30), why: "it threw:\n\u001b[31mboom", remedy: "Look." };
    const strategies = [{ name: "sma", version: "1", params: {}, allocation: 1, disabled }];
    expect(textOf("PARKED", { result: aResult({ strategies }) })).toMatch(
      /^sma was disabled at 2024-01-30 00:00 UTC .*it threw: \[31mboom/,
    );
    expect(codes({ result: aResult() })).not.toContain("PARKED");
  });
});

describe("FAILED_TICKS", () => {
  it("reports how many failed", () => {
    expect(textOf("FAILED_TICKS", { result: aResult({ ticks: { decided: 29, warmingUp: 0, failed: 1 } }) })).toContain(
      "1 tick failed",
    );
    expect(codes({ result: aResult() })).not.toContain("FAILED_TICKS");
  });
});

describe("MOSTLY_UNFILLED", () => {
  it("reports more refusals than trades", () => {
    const refusals = Array.from({ length: 21 }, () => aRefusal());
    expect(textOf("MOSTLY_UNFILLED", { result: aResult({ refusals }) })).toMatch(/21 trades.*MAX_TRADE \(refused\)/);
    expect(codes({ result: aResult({ refusals: refusals.slice(1) }) })).not.toContain("MOSTLY_UNFILLED");
  });

  it("counts no target that was cut: its rest was traded", () => {
    const cut = Array.from({ length: 21 }, () => ({ ...aRefusal(), status: "cut", code: "OUT_OF_REACH" }));
    expect(codes({ result: aResult({ refusals: cut }) })).not.toContain("MOSTLY_UNFILLED");
  });
});

describe("OVER_LIMITS", () => {
  it("names each scope, how often, and the first time", () => {
    const breaches = [0, 1].map((i) => ({
      at: FROM + i * DAY,
      scope: "trades",
      requests: 101,
      limit: 100,
      window: 60_000,
      times: 301,
    }));
    expect(textOf("OVER_LIMITS", { result: aResult({ breaches }) })).toMatch(
      /exceeds the trades rate limit 602 times, first at 2024-01-01 00:00 UTC with 101 requests in 1 min \(100 allowed\)/,
    );
    expect(codes({ result: aResult() })).not.toContain("OVER_LIMITS");
  });
});

describe("MODELLED_FILLS", () => {
  it("reports that the formula priced a pair that the tape has quotes of, in either direction", () => {
    const quotedPairs = [["WETH.eth", "USDC.eth"]] as const;
    const fills = [aFill(), aFill({ pricedBy: "quotes" }), aFill({ to: "SOL.svm" })];
    expect(textOf("MODELLED_FILLS", { result: aResult({ fills }), quotedPairs })).toContain("1 of 2 fills");
  });

  it("names too short a latency if the formula priced more than half", () => {
    const quotedPairs = [["WETH.eth", "USDC.eth"]] as const;
    const said = (...fills: ReturnType<typeof aFill>[]) =>
      textOf("MODELLED_FILLS", { result: aResult({ fills }), quotedPairs });
    const quoted = aFill({ pricedBy: "quotes" });
    expect(said(aFill(), aFill(), quoted)).toMatch(/--quotes.*before its quotes; set a longer one \(`--latency`\)/);
    expect(said(aFill(), quoted)).toMatch(/\(`contender record --quotes`\)\.$/);
  });

  it("is silent on a tape without quotes, and where quotes priced all", () => {
    expect(codes({ result: aResult(), quotedPairs: [] })).not.toContain("MODELLED_FILLS");
    const fills = aResult().fills.map((fill) => ({ ...fill, pricedBy: "quotes" as const }));
    expect(codes({ result: aResult({ fills }) })).not.toContain("MODELLED_FILLS");
  });
});

describe("FINER_SCHEDULE", () => {
  it("reports more ticks than prices, for each strategy", () => {
    const ticks = { decided: 50, warmingUp: 10, failed: 0 };
    expect(textOf("FINER_SCHEDULE", { result: aResult({ ticks }) })).toContain(
      "60 ticks a strategy on a tape with a price every 1 d",
    );
    const two = [...aResult().strategies, ...aResult().strategies];
    expect(codes({ result: aResult({ ticks, strategies: two }) })).not.toContain("FINER_SCHEDULE");
    const many = { ...ticks, decided: 190 };
    expect(textOf("FINER_SCHEDULE", { result: aResult({ ticks: many, strategies: two }) })).toContain(
      "100 ticks a strategy, on average, on a tape with a price every 1 d",
    );
  });
});
