import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { backtest } from "../../../src/backtest/backtest.js";
import type { BacktestOptions } from "../../../src/backtest/plan/options.js";
import { ColumnJournal } from "../../../src/journal/columns/column-journal.js";
import { memoryTape } from "../../../src/tape/memory-tape.js";
import { buyer, follower } from "../strategies.js";
import { barsOfOpens, DAY, HOUR, known, MINUTE, START, tapeOf, walk } from "../tapes.js";

const tape = tapeOf({ "WETH.eth": walk(600) });
const usual: BacktestOptions = { tape, strategies: [{ strategy: buyer }] };
const failure = async (options: Partial<BacktestOptions>): Promise<unknown> =>
  backtest({ ...usual, ...options }).then(
    () => "it ran",
    (error: unknown) => error,
  );

describe("what a backtest cannot be made of", () => {
  it("is told to be in seconds where the tape has those times, and only there", async () => {
    for (const name of ["from", "to"])
      expect(await failure({ [name]: START / 1_000 })).toMatchObject({
        code: "BACKTEST_RANGE",
        remedy: `${START / 1_000} seems to be in seconds, but times are in milliseconds: write ${START}.`,
      });
    expect(await failure({ from: START / 1_000 - 1 })).toMatchObject({ remedy: "Choose --from and --to within it." });
  });

  it.each([
    ["a `from` before the tape", { from: START - 1 }, "BACKTEST_RANGE", "2025-03-01T00:00:00.000Z"],
    ["a `to` after it", { to: START + DAY }, "BACKTEST_RANGE", "2025-03-01T10:00:00.000Z"],
    ["a `from` after `to`", { from: START + 2 * HOUR, to: START + HOUR }, "BACKTEST_RANGE", "not before"],
    ["no time", { from: Number.NaN }, "BACKTEST_RANGE", "not a time"],
    ["an option that is misspelt", { seeds: "x" } as never, "BACKTEST_OPTION", "no option seeds. Did you mean seed?"],
    ["one that there is not", { leverage: 3 } as never, "BACKTEST_OPTION", "leverage. Options: tape, strategies"],
    [
      "a misspelt one of a strategy",
      { strategies: [{ strategy: buyer, alocation: 0.5 } as never] },
      "BACKTEST_OPTION",
      "strategies[0].alocation. Did you mean allocation?",
    ],
    ["one of the competition", { competition: { slipage: "off" } as never }, "BACKTEST_OPTION", "competition.slipage"],
    ["one of the settings", { settings: { sampelEvery: 1 } as never }, "BACKTEST_OPTION", "settings.sampelEvery"],
    [
      "a limit of risk that would limit nothing",
      { settings: { risk: { maxTradeUSDD: 5 } as never } },
      "BACKTEST_OPTION",
      "settings.risk.maxTradeUSDD. Did you mean maxTradeUsd?",
    ],
    [
      "a limit of risk that is no number",
      { settings: { risk: { cashReserve: Number.NaN } } },
      "BACKTEST_OPTION",
      "settings.risk.cashReserve must be a share from 0 to 1, such as 0.25 for 25 % (it is NaN)",
    ],
    [
      "a limit of risk outside of its range",
      { settings: { risk: { maxTradesPerDay: 0 } } },
      "BACKTEST_OPTION",
      "settings.risk.maxTradesPerDay must be a whole number from 1 to 100000 (it is 0)",
    ],
    [
      "a proof of prices of which half is missing",
      { settings: { risk: { unprovenPrice: { percent: 80 } } } } as never,
      "BACKTEST_OPTION",
      "settings.risk.unprovenPrice.standsFor must be a number from 1000 to 86400000 (it is undefined)",
    ],
    [
      "a switch of the settings by a word",
      { settings: { keepMinimum: "yes" } } as never,
      "BACKTEST_OPTION",
      "settings.keepMinimum must be true or false (it is 'yes')",
    ],
    [
      "a setting of the competition that is no number",
      { competition: { maxTradeShare: NaN } },
      "VENUE_SETTINGS",
      "NaN",
    ],
    [
      "a stop that is a number",
      { settings: { risk: { drawdownStop: 0.2 } } } as never,
      "BACKTEST_OPTION",
      "settings.risk.drawdownStop must be an object, { share, samples, agreement } (it is 0.2)",
    ],
    [
      "a stop that is misspelt",
      { settings: { risk: { drawdownStop: { shares: 0.2 } } } } as never,
      "BACKTEST_OPTION",
      "settings.risk.drawdownStop.shares. Did you mean share?",
    ],
    [
      "a stop at a text",
      { settings: { risk: { drawdownStop: { share: "20 %" } } } } as never,
      "BACKTEST_OPTION",
      "settings.risk.drawdownStop.share must be a share between 0 and 1, such as 0.2 for 20 % (it is '20 %')",
    ],
    [
      "a proof of prices that is no number",
      { settings: { risk: { unprovenPrice: { percent: Number.NaN } } } } as never,
      "BACKTEST_OPTION",
      "settings.risk.unprovenPrice.percent must be a number above 0, at most 100 (it is NaN)",
    ],
    [
      "one of execution",
      { settings: { execution: { slippage: 1 } as never } },
      "BACKTEST_OPTION",
      "settings.execution.slippage",
    ],
    ["one of metrics", { metrics: { days: 365 } as never }, "BACKTEST_OPTION", "metrics.days"],
    [
      "a limit that is a text",
      { settings: { risk: { maxTradeUsd: "100" } } } as never,
      "BACKTEST_OPTION",
      "settings.risk.maxTradeUsd must be a number above 0 (it is '100')",
    ],
    [
      "a period as a text",
      { settings: { sampleEvery: "5m" } } as never,
      "BACKTEST_OPTION",
      "settings.sampleEvery must be a number (it is '5m')",
    ],
    [
      "a tape's folder",
      { tape: "tapes/eth" } as never,
      "BACKTEST_OPTION",
      "The option tape must be an open tape, from openTape(folder) or memoryTape(…) (it is 'tapes/eth')",
    ],
    [
      "no tape",
      { tape: undefined } as never,
      "BACKTEST_OPTION",
      "The option tape must be an open tape, from openTape(folder) or memoryTape(…) (it is undefined)",
    ],
    [
      "a strategy's name",
      { strategies: ["sma-cross"] } as never,
      "BACKTEST_OPTION",
      "strategies[0] must be an object such as { strategy: mine } (it is 'sma-cross')",
    ],
    ["one strategy, not in a list", { strategies: { strategy: buyer } } as never, "BACKTEST_OPTION", "a list such as"],
    [
      "bars of another kind",
      { bars: "record" } as never,
      "BACKTEST_OPTION",
      "bars must be one of sampled, recorded (it is 'record')",
    ],
    [
      "limits that are no list",
      { limits: "none" } as never,
      "BACKTEST_OPTION",
      "limits must be off, or a list of { scope",
    ],
    ["a past that is no list", { history: {} } as never, "BACKTEST_OPTION", "option history"],
    [
      "a past that has no prices",
      { history: [[START, 3_000]] } as never,
      "BACKTEST_OPTION",
      "points(token, from, until)",
    ],
    [
      "a limit of a scope that there is not, which would limit nothing",
      { limits: [{ scope: "quotes", count: 10, windowMs: 1_000 }] } as never,
      "BACKTEST_OPTION",
      "limits[0].scope must be one of trade, price, account, all, each (it is 'quotes')",
    ],
    [
      "a limit that is no number",
      { limits: [{ scope: "all", count: "10", windowMs: 1_000 }] } as never,
      "BACKTEST_OPTION",
      "limits[0].count must be a whole number at least 1 (it is '10')",
    ],
    ["a list of tokens", { registry: [] } as never, "BACKTEST_OPTION", "registry must be a TokenRegistry"],
    ["a seed that is a number", { seed: 7 } as never, "BACKTEST_OPTION", "The option seed must be a text (it is 7)"],
    ["a team without a name", { team: "" }, "BACKTEST_OPTION", "The option team must be a text that is not empty"],
    [
      "house teams by a word",
      { houseTeams: "no" } as never,
      "BACKTEST_OPTION",
      "houseTeams must be true or false (it is 'no')",
    ],
    ["inputs that are no function", { inputs: {} } as never, "BACKTEST_OPTION", "inputs must be a function"],
    ["progress to nobody", { onProgress: true } as never, "BACKTEST_OPTION", "The option onProgress"],
    ["the controller in place of its signal", { signal: new AbortController() } as never, "BACKTEST_OPTION", ".signal"],
    [
      "a run without its config",
      { run: { version: "1" } } as never,
      "BACKTEST_OPTION",
      "run.config must be an object (it is undefined)",
    ],
    ["a latency as a text", { latency: "1s" } as never, "BACKTEST_OPTION", "Invalid latency: '1s'"],
    [
      "a limit of no request",
      { limits: [{ scope: "all", count: 0, windowMs: 1 }] },
      "BACKTEST_OPTION",
      "count must be a whole number at least 1 (it is 0)",
    ],
    ["cross-chain by a word", { competition: { allowCrossChain: "no" } } as never, "VENUE_SETTINGS", "true or false"],
    ["a share as a text", { competition: { maxTradeShare: "0.1" } } as never, "VENUE_SETTINGS", "a share above 0"],
    ["a date", { from: new Date(START) } as never, "BACKTEST_RANGE", "Date.UTC(2025, 0, 1)"],
    ["no strategy", { strategies: [] }, "BACKTEST_OPTION", "no strategy"],
    ["a negative latency", { latency: -1 }, "BACKTEST_OPTION", "latency"],
    ["a latency of days", { latency: DAY }, "BACKTEST_OPTION", "latency"],
    [
      "a strategy without params, as JavaScript lets through",
      { strategies: [{ strategy: { ...buyer, params: undefined } as never }] },
      "BACKTEST_OPTION",
      "its params must be a zod object",
    ],
    [
      "a strategy's file that is not there",
      { strategies: [{ strategy: buyer, file: "no/such.ts" }] },
      "BACKTEST_OPTION",
      "no/such.ts",
    ],
    ["a strategy by itself", { strategies: [buyer as never] }, "BACKTEST_OPTION", "Write { strategy: mine }"],
    ["a plain object", { strategies: [{ strategy: {} as never }] }, "BACKTEST_OPTION", "defineStrategy"],
    ["two of one name", { strategies: [{ strategy: buyer }, { strategy: buyer }] }, "BACKTEST_OPTION", "named buyer"],
    [
      "too much allocated",
      {
        strategies: [
          { strategy: buyer, allocation: 0.8 },
          { strategy: follower, allocation: 0.8 },
        ],
      },
      "BACKTEST_OPTION",
      "1.6",
    ],
    [
      "an allocation that is no number",
      { strategies: [{ strategy: buyer, allocation: Number.NaN }] },
      "BACKTEST_OPTION",
      "The allocation of buyer is NaN",
    ],
    [
      "an allocation below 0",
      { strategies: [{ strategy: buyer, allocation: -1 }] },
      "BACKTEST_OPTION",
      "The allocation of buyer is -1",
    ],
    [
      "a token without prices",
      { strategies: [{ strategy: buyer, params: { token: "WBTC.eth" } }] },
      "NOT_ON_TAPE",
      "Set the strategy's param `token`: --param token=WETH.eth.",
    ],
    [
      "a tape without a price",
      { tape: memoryTape({ label: "none yet", tracks: [] }) },
      "NOT_ON_TAPE",
      "holds no price",
    ],
    [
      "a tape without a price, and a strategy that names no token",
      {
        tape: memoryTape({ label: "none yet", tracks: [] }),
        strategies: [{ strategy: { ...buyer, ...{ schedule: "* * * * *", needs: () => ({}), params: z.object({}) } } }],
      },
      "NOT_ON_TAPE",
      "The tape (none yet) holds no price. Record some prices first, or import them.",
    ],
    [
      "a token on a chain where the team begins with 0",
      {
        competition: { startBalances: { "USDC.eth": "100", "USDC.svm": "0" } },
        strategies: [{ strategy: buyer, params: { token: "SOL.svm" } }],
      },
      "STRATEGY_CONFIG",
      "SOL.svm can never be bought: the team holds nothing on svm (it has eth)",
    ],
    [
      "one of several strategies on a token without prices",
      { strategies: [{ strategy: follower }, { strategy: buyer, params: { token: "WBTC.eth" } }] },
      "NOT_ON_TAPE",
      "Set the strategy's param `token`: --strategy buyer --param token=WETH.eth.",
    ],
    [
      "an unknown token",
      { strategies: [{ strategy: buyer, params: { token: "WETHH.eth" } }] },
      "STRATEGY_CONFIG",
      "WETHH",
    ],
    [
      "a misspelt param",
      { strategies: [{ strategy: buyer, params: { tokn: "WETH.eth" } }] },
      "STRATEGY_CONFIG",
      "Did you mean token?",
    ],
    [
      "balances of a token without prices",
      { competition: { startBalances: { "USDC.eth": "9", "SOL.svm": "3" } } },
      "NOT_ON_TAPE",
      "SOL.svm",
    ],
    ...(["-5", "NaN", "1e3", "", 5, Number.NaN, null] as const).map(
      (amount) =>
        [
          `a start balance of ${inspect(amount)}`,
          { competition: { startBalances: { "USDC.eth": amount as string } } },
          "VENUE_SETTINGS",
          `startBalances.USDC.eth is ${inspect(amount)}. Give a plain decimal text, 0 or more`,
        ] as const,
    ),
    ["a cap that is none", { competition: { maxTradeShare: 0 } }, "VENUE_SETTINGS", "maxTradeShare"],
  ] as const)("%s", async (_what, options, code, text) => {
    const error = (await failure(options)) as { code: string; message: string; remedy: string };
    expect(error).toMatchObject({ code });
    expect(`${error.message}. ${error.remedy}`).toContain(text);
  });

  it("a journal that holds a run already", async () => {
    const journal = new ColumnJournal();
    await backtest({ ...usual, journal });
    expect(await failure({ journal })).toMatchObject({
      code: "BACKTEST_OPTION",
      remedy: "Give each backtest a new ColumnJournal.",
    });
  });

  it("a strategy that needs more history than there is, with how much of it there is", async () => {
    const strategies = [{ strategy: follower, params: { interval: "1h", count: 20 } }];
    expect(await failure({ strategies })).toMatchObject({
      code: "HISTORY_TOO_SHORT",
      message: expect.stringContaining("20 bars of 1h of WETH.eth (20h)") as string,
    });
    expect(await failure({ strategies })).toHaveProperty(
      "message",
      expect.stringMatching(/the tape \(.+\) has only 10h/) as string,
    );
    // Of windows the first one is that short, and only a later beginning helps.
    expect(await failure({ strategies })).toHaveProperty("remedy", expect.stringContaining("--windows a later --from"));
  });

  it("tokens that never overlap, with their spans", async () => {
    const apart = memoryTape({
      label: "apart",
      tracks: [
        { token: known("WETH.eth"), bars: barsOfOpens([1, 2, 3]) },
        { token: known("WBTC.eth"), bars: barsOfOpens([1, 2, 3], MINUTE, START + HOUR) },
      ],
    });
    const strategies = [
      { strategy: buyer, name: "a", params: { token: "WETH.eth" } },
      { strategy: buyer, name: "b", params: { token: "WBTC.eth" } },
    ];
    expect(await failure({ tape: apart, strategies })).toMatchObject({
      code: "BACKTEST_RANGE",
      message: expect.stringMatching(/tape \(apart\) never overlap: .*WETH.eth from .* WBTC.eth from/) as string,
    });
  });

  it("tokens of different ends are run where they overlap", async () => {
    const ragged = memoryTape({
      label: "ragged",
      tracks: [
        { token: known("WETH.eth"), bars: barsOfOpens(walk(100)) },
        { token: known("WBTC.eth"), bars: barsOfOpens(walk(100), MINUTE, START + HOUR) },
      ],
    });
    const strategies = [
      { strategy: buyer, name: "a", params: { token: "WETH.eth" } },
      { strategy: buyer, name: "b", params: { token: "WBTC.eth" } },
    ];
    const { from, to } = await backtest({ tape: ragged, strategies });
    expect([from, to]).toEqual([START + HOUR, START + 100 * MINUTE]);
  });
});
