import { z } from "zod";
import { DEFAULT_RETRIES } from "../../engine/settings.js";
import { duration, path, share, tokenName } from "./fields.js";

/** A strategy's place in the bot. */
export const strategy = z.strictObject({
  use: z
    .string()
    .min(1)
    .meta({ expected: "a strategy file such as ./strategies/mine.ts, or the name of one that comes with Contender" })
    .describe(
      "The strategy: a file, relative to this one, or the name of one that comes with Contender (rebalance, sma-cross, mean-reversion).",
    ),
  name: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    .max(40)
    .optional()
    .meta({ expected: "a name of small letters, digits and hyphens, such as sma-fast" })
    .describe("Its name in this bot; needed where one strategy is used twice. Default: its own name."),
  allocation: z
    .number()
    .gt(0)
    .max(1)
    .meta({ expected: "a share above 0, at most 1, such as 0.3" })
    .describe("The share of the balances that its book gets; all together at most 1."),
  params: z
    .record(z.string(), z.unknown())
    .default({})
    .describe("Its own settings: `contender strategies` lists them."),
  secrets: z
    .record(
      z.string(),
      z.string().min(1).meta({ secret: true, expected: "an environment variable, such as ${NEWS_API_KEY}" }),
    )
    .default({})
    .describe("Secrets for its `read`, by name, always from the environment."),
});

/** What follows when a strategy's run fails. */
export const onError = z.strictObject({
  retries: z
    .int()
    .min(0)
    .max(1_000)
    .default(DEFAULT_RETRIES)
    .describe(
      "How many failed runs in a row a strategy is forgiven. The next one disables it until the bot is started again; 0: the first one does. A good run begins the count anew. When every strategy is disabled the bot ends (exit code 4), but for `competition.keepMinimum`.",
    ),
});

/** Limits that no strategy can pass. */
export const risk = z.strictObject({
  maxTradeUsd: z.number().positive().optional().describe("The largest trade, USD."),
  maxTradeShare: share()
    .optional()
    .describe("The largest trade, as a share of equity. The competition's own cap always holds."),
  maxSlippagePercent: z
    .number()
    .gt(0)
    .max(100)
    .optional()
    .describe("The largest slippage that a quote may show, percent."),
  maxPriceMovePercent: z
    .number()
    .gt(0)
    .max(1_000)
    .default(20)
    .describe(
      "How far the prices of a fresh quote may lie from those that were decided on, percent; beyond it an entry is dropped.",
    ),
  unprovenPrice: z
    .strictObject({
      percent: z
        .number()
        .gt(0)
        .max(100)
        .default(80)
        .describe("How far a price may fall at once, percent (up: the same ratio); 100 turns it off."),
      standsFor: duration("1s", "1d").prefault("5m").describe("How long readings must agree on one beyond that."),
    })
    .prefault({})
    .describe(
      "No trade, exits included, to the bot's disadvantage at a price that has jumped and has not stood yet: the service may have slipped.",
    ),
  minSecondsBetweenTrades: z
    .number()
    .min(0)
    .max(86_400)
    .optional()
    .describe("Fewest seconds between two trades of a pair of tokens."),
  maxTradesPerDay: z
    .int()
    .min(1)
    .max(100_000)
    .optional()
    .describe("Most trades a day (UTC); a divided trade counts once."),
  cashReserve: share().optional().describe("The share of equity that stays in cash."),
  tokens: z
    .array(tokenName())
    .min(1)
    .optional()
    .describe("The only tokens that may be bought, beside cash. Default: all."),
  drawdownStop: z
    .strictObject({
      share: z
        .number()
        .gt(0)
        .lt(1)
        .meta({ expected: "a share between 0 and 1, such as 0.2 for 20 %" })
        .describe("How far equity may fall below its peak before trading stops, 0.2 for 20 %."),
      samples: z
        .int()
        .min(1)
        .max(100)
        .default(3)
        .describe("Consecutive samples on which own valuation and the service's must agree."),
    })
    .optional()
    .describe("Stops trading (exit code 4) when equity has fallen too far."),
});

const limit = z
  .union([
    z.literal("off"),
    z.strictObject({
      count: z.int().min(1).max(1_000_000).describe("Requests."),
      window: duration("1s", "1d").describe("In any such span of time."),
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
    .describe("Percent of the trade, account, each and all limits that are kept for trades."),
});

/** How trades are made. */
export const execution = z
  .strictObject({
    deadline: duration("100ms", "10m")
      .prefault("10s")
      .describe("How long a request may take, and how long a quote holds, wall time."),
    settle: duration("1s", "1h")
      .prefault("1m")
      .describe(
        "How long an unknown trade is looked for before it counts as not executed, wall time; longer than `deadline`.",
      ),
    maxReasonLength: z
      .int()
      .min(40)
      .max(10_000)
      .default(500)
      .describe("The longest reason that is sent with a trade, characters."),
    minTradeUsd: z.number().positive().default(1).describe("Smaller trades are not worth a request, USD."),
    foreignTrades: z
      .enum(["report", "stop"])
      .default("report")
      .describe(
        "What follows when trades turn up that this bot did not make (another bot with the same key, a person): `report` journals and enters them, `stop` also ends the bot (exit code 4).",
      ),
  })
  .refine((value) => value.settle > value.deadline, { message: "a `settle` longer than `deadline`", path: ["settle"] });

/** Prices of the past. */
export const history = z.strictObject({
  bars: z.record(z.string(), path("a CSV file of bars, plain or gzip")).default({}).describe("Files of bars by token."),
  tapes: z.array(path("a tape's folder")).default([]).describe("Tapes that a bot has recorded."),
});
