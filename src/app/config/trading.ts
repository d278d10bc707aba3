import { z } from "zod";
import { duration } from "../../core/fields.js";
import { DEFAULT_RETRIES } from "../../engine/settings.js";
import { DEFAULT_MIN_TRADE_USD, minimumTradeControl } from "../../risk/index.js";
import { path } from "./fields.js";

/** A strategy's place in the bot. */
export const strategy = z.strictObject({
  use: z
    .string()
    .min(1)
    .meta({ expected: "a strategy file such as ./strategies/mine.ts, or the name of a bundled strategy" })
    .describe(
      "The strategy: a file, relative to this one, or the name of a bundled strategy (rebalance, sma-cross, mean-reversion).",
    ),
  name: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    .max(40)
    .optional()
    .meta({ expected: "a name of lower-case letters, digits and hyphens, such as sma-fast" })
    .describe("Its name in this bot, required if one strategy is used twice. Default: its own name."),
  allocation: z
    .number()
    .gt(0)
    .max(1)
    .meta({ expected: "a share above 0, at most 1, such as 0.3" })
    .describe("The share of the balances for its book. All shares together are at most 1."),
  params: z.record(z.string(), z.unknown()).default({}).describe("Its params, listed by `contender strategies`."),
  secrets: z
    .record(
      z.string(),
      z.string().min(1).meta({ secret: true, expected: "an environment variable, such as ${NEWS_API_KEY}" }),
    )
    .default({})
    .describe("Secrets for its `read` by name, always from the environment."),
});

/** What follows when a strategy's run fails. */
export const onError = z.strictObject({
  retries: z
    .int()
    .min(0)
    .max(1_000)
    .default(DEFAULT_RETRIES)
    .describe(
      "How many failed runs in a row a strategy may have. One more disables it until the bot is restarted; 0: the first failure does. A good run resets the count. When all strategies are disabled the bot ends (exit code 4), unless `competition.keepMinimum` is set.",
    ),
});

const limit = z
  .union([
    z.literal("off"),
    z.strictObject({
      count: z.int().min(1).max(1_000_000).describe("Requests."),
      window: duration("1s", "1d").describe("The length of the window. The limit holds in any span of this length."),
    }),
  ])
  .optional()
  .meta({ expected: "`off`, or a count and a window such as { count: 100, window: 60s }" });

/** Rate limits in place of the service's. */
export const limits = z.strictObject({
  trade: limit.describe("Trade requests."),
  price: limit.describe("Price requests."),
  account: limit.describe("Account requests (balances, portfolio, trades, profile)."),
  all: limit.describe("All requests together."),
  each: limit.describe("Requests to any one endpoint."),
  reservePercent: z
    .number()
    .min(0)
    .max(50)
    .default(10)
    .describe("Percent of the trade, account, each and all limits that is reserved for trades."),
});

/** How trades are made. */
export const execution = z
  .strictObject({
    deadline: duration("100ms", "10m")
      .prefault("10s")
      .describe("Time limit of a request, and how long a quote is valid, in wall time."),
    settle: duration("1s", "1h")
      .prefault("1m")
      .describe(
        "How long the bot searches for an unknown trade before it counts as not executed, in wall time. Longer than `deadline`.",
      ),
    maxReasonLength: z
      .int()
      .min(40)
      .max(10_000)
      .default(500)
      .describe("The longest reason sent with a trade, in characters."),
    minTradeUsd: minimumTradeControl.schema.default(DEFAULT_MIN_TRADE_USD).describe(minimumTradeControl.description),
    foreignTrades: z
      .enum(["report", "stop"])
      .default("report")
      .describe(
        "What happens when the trade list has trades that this bot did not make (another bot with the same key, a person). `report` writes them to the journal and the books, `stop` also ends the bot (exit code 4).",
      ),
  })
  .refine((value) => value.settle > value.deadline, { message: "a `settle` longer than `deadline`", path: ["settle"] });

/** Prices of the past. */
export const history = z.strictObject({
  bars: z
    .record(z.string(), path("a CSV file of bars, plain or gzip"))
    .default({})
    .describe("Files of past bars by token."),
  tapes: z.array(path("a tape's folder")).default([]).describe("Folders of recorded tapes."),
});
