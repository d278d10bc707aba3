import { z } from "zod";
import { amount, duration, path, seed, share, tokenName } from "./fields.js";
import { sandboxSchema } from "./sandbox.js";
import { SLIPPAGE_MODELS } from "../../model/slippage.js";

const service = z
  .strictObject({
    sandbox: sandboxSchema.optional().describe("The embedded service: nothing leaves this machine."),
    baseUrl: z
      .url({ protocol: /^https?$/ })
      .optional()
      .meta({ expected: "an address such as https://competition.example.org" })
      .describe("The competition service: its address without /api."),
    key: z
      .string()
      .min(1)
      .optional()
      .meta({ secret: true, expected: "an environment variable, such as ${CONTENDER_API_KEY}" })
      .describe("The team's API key: always from the environment, such as ${CONTENDER_API_KEY}."),
    keyFile: path("a file with the API key (mode 0600)")
      .optional()
      .describe("A file with the team's API key, readable by its owner alone. Needed for `contender key rotate`."),
  })
  .refine((value) => (value.sandbox === undefined) !== (value.baseUrl === undefined), {
    message: "exactly one of sandbox and baseUrl",
  })
  .refine((value) => value.baseUrl === undefined || (value.key === undefined) !== (value.keyFile === undefined), {
    message: "exactly one of key and keyFile beside baseUrl",
  })
  .refine((value) => value.sandbox === undefined || (value.key === undefined && value.keyFile === undefined), {
    message: "no key beside sandbox: it makes its own",
  });

const clock = z.strictObject({
  speed: z
    .number()
    .min(0.01)
    .max(100_000)
    .default(1)
    .describe(
      "How fast the service's clock runs, where it is a sandbox under --speed elsewhere. The embedded sandbox has its own `speed`.",
    ),
});

const competition = z.strictObject({
  wait: z
    .boolean()
    .default(true)
    .describe("Whether to wait for a competition that has not begun; otherwise the bot ends at once with exit code 2."),
  watchEvery: duration("1s", "1h").prefault("15s").describe("How often the competition's status is read."),
  leaderboardEvery: duration("10s", "1d").prefault("5m").describe("How often the leaderboard is read."),
  balancesEvery: duration("10s", "1d").prefault("5m").describe("How often balances are compared with the books."),
  minTradesPerDay: z
    .int()
    .min(0)
    .max(1_000)
    .default(3)
    .describe("Trades a day that a team must make to stay in, until the service's rules say; 0: none."),
  keepMinimum: z
    .boolean()
    .default(false)
    .describe("Whether the bot itself makes the smallest trades that keep the daily minimum; otherwise it only warns."),
});

const defaults = z.strictObject({
  maxTradeShare: share().default(0.25).describe("The largest single trade, as a share of the portfolio's value."),
  minTradeAmount: amount().default("0.000001").describe("The smallest trade, in tokens of what is sold."),
  crossChain: z.boolean().default(false).describe("Whether a swap may go from one chain to another."),
  slippage: z.enum(SLIPPAGE_MODELS).default("computed").describe("The formula by which slippage is expected."),
});

const token = z.strictObject({
  address: z
    .string()
    .regex(/^(0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/)
    .meta({ expected: 'a token\'s address in quotes: "0x" and 40 hex digits, or a Solana address' })
    .describe("The token's address, in quotes."),
  cash: z.boolean().default(false).describe("Whether it is its chain's cash token, in place of USDC."),
});

const strategy = z.strictObject({
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

const risk = z.strictObject({
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

const limits = z.strictObject({
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
    .describe("Percent of the trade, account and all limits that are kept for trades."),
});

const execution = z
  .strictObject({
    deadline: duration("100ms", "10m").prefault("10s").describe("How long a request may take, wall time."),
    settle: duration("1s", "1h")
      .prefault("1m")
      .describe("How long an unknown trade is looked for before it counts as not executed; longer than `deadline`."),
    maxReasonLength: z
      .int()
      .min(40)
      .max(10_000)
      .default(500)
      .describe("The longest reason that is sent with a trade, characters."),
    minTradeUsd: z.number().positive().default(1).describe("Smaller trades are not worth a request, USD."),
  })
  .refine((value) => value.settle > value.deadline, { message: "a `settle` longer than `deadline`", path: ["settle"] });

const history = z.strictObject({
  bars: z.record(z.string(), path("a CSV file of bars, plain or gzip")).default({}).describe("Files of bars by token."),
  tapes: z.array(path("a tape's folder")).default([]).describe("Tapes that a bot has recorded."),
});

/** The whole configuration file. Output: durations and times in milliseconds; everything else as written. */
export const configSchema = z.strictObject({
  service: service.describe("Where the competition is: `sandbox`, or `baseUrl` with `key` or `keyFile`."),
  clock: clock.prefault({}).describe("How time passes."),
  competition: competition.prefault({}).describe("How the bot follows the competition."),
  defaults: defaults.prefault({}).describe("The competition's rules until the service says them."),
  tokens: z
    .record(z.string(), token)
    .default({})
    .describe("Tokens by name (ALIAS.chain), beside those that Contender knows."),
  strategies: z
    .array(strategy)
    .max(100)
    .default([])
    .describe("What trades: the strategies, in the order in which they decide."),
  risk: risk.prefault({}).describe("Limits that no strategy can pass; all are off where nothing is said."),
  sampling: z
    .strictObject({
      every: duration("1s", "1d").prefault("1m").describe("How often the price of every token in use is read."),
    })
    .prefault({})
    .describe("Prices that bars are built from."),
  history: history
    .prefault({})
    .describe(
      "Prices of the past, from which strategies warm up. The embedded sandbox offers its market's own past where nothing is said.",
    ),
  limits: limits
    .prefault({})
    .describe("Rate limits beside the service's: the tighter holds; `off` lifts the service's."),
  execution: execution.prefault({}).describe("How trades are made."),
  data: path("a folder")
    .default("./.contender")
    .describe("The folder of the journal, the tapes and the control socket."),
  record: z.boolean().default(true).describe("Whether prices that were read are recorded to a tape."),
  seed: seed()
    .optional()
    .describe("From what the strategies' chance is drawn. Default: a fresh one each run, kept in the journal."),
  log: z
    .strictObject({
      level: z
        .enum(["debug", "info", "warn", "error"])
        .default("info")
        .describe("The least important messages that are shown."),
    })
    .prefault({})
    .describe("Messages for people."),
});

/** The effective configuration, every default filled in. */
export type Config = z.output<typeof configSchema>;
export type ServiceConfig = Config["service"];
export type SandboxConfig = NonNullable<ServiceConfig["sandbox"]>;
export type StrategyConfig = Config["strategies"][number];
