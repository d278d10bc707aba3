import { z } from "zod";
import { PUBLIC_RULES } from "../../model/rules.js";
import { PROFILE_NAMES } from "../../sandbox/index.js";
import { SLIPPAGE_MODELS } from "../../model/slippage.js";
import { duration } from "../../core/fields.js";
import { amount, instant, path, seed } from "./fields.js";
import { tradeRules } from "./trade-rules.js";

const syntheticToken = z.strictObject({
  price: z
    .number()
    .positive()
    .describe("USD for one token where the made-up past begins, a week before the clock does: by then it has moved."),
  volatility: z
    .number()
    .min(0)
    .max(20)
    .optional()
    .describe(
      "Deviation of a year's log returns, 0.7 for 70 %. Default: 0.7; stablecoins keep near their price whatever is said.",
    ),
});

const market = z
  .strictObject({
    synthetic: z
      .record(z.string(), syntheticToken)
      .optional()
      .describe(
        "A made-up market: start price and volatility by token; cash that is not named stands at $1. Empty ({}) takes the usual tokens of eth, base and svm.",
      ),
    bars: z
      .record(z.string(), path("a CSV file of bars, plain or gzip"))
      .optional()
      .describe("Recorded bars by token: CSV with the header timestamp,open,high,low,close,volume, plain or gzip."),
    tape: path("a tape's folder").optional().describe("A tape that a bot has recorded."),
    start: instant()
      .optional()
      .describe(
        "Where in the recorded prices the service's clock begins. Default: three days after the first bar, so that strategies can warm up; synthetic: now, and shortly before the next full hour where `speed` is above 1.",
      ),
  })
  .refine((value) => [value.synthetic, value.bars, value.tape].filter((one) => one !== undefined).length === 1, {
    message: "exactly one of synthetic, bars and tape",
  })
  .describe("Where the sandbox's prices come from: exactly one of `synthetic`, `bars` and `tape`.");

/** The embedded service: what `contender sandbox` runs alone and `start` runs beside the bot. */
export const sandboxSchema = z.strictObject({
  profile: z
    .enum(PROFILE_NAMES)
    .default("document")
    .describe(
      "How the service behaves: `document` as the interface is written, `deployed` as the public service of May 2025 did. A bot that works with both works with the real service.",
    ),
  name: z.string().min(1).max(200).default("Sandbox Cup").describe("The competition's name."),
  speed: z.number().min(0.01).max(100_000).default(1).describe("Seconds of the service's clock per second."),
  startIn: duration().prefault("0s").describe("Time of the service's clock until the competition starts."),
  duration: duration("1m", "3650d")
    .optional()
    .describe(
      "How long the competition lasts, in the service's time. Default: until recorded prices end, or it is stopped.",
    ),
  upcoming: z.int().min(0).max(50).default(0).describe("Further competitions that wait for their start."),
  seed: seed()
    .default("contender")
    .describe(
      "From what made-up prices are drawn: the same seed gives the same market. Slippage and what house teams trade are drawn anew each time.",
    ),
  market: market.prefault({ synthetic: {} }),
  port: z.int().min(0).max(65_535).default(0).describe("Where it listens on 127.0.0.1; 0 takes a free port."),
  team: z.string().min(1).max(100).default("Contender").describe("The name of the bot's team."),
  teams: z.int().min(1).max(1_000).default(1).describe("Teams with a key; the bot is the first."),
  houseTeams: z
    .boolean()
    .default(true)
    .describe("Whether the three house teams (cash, equal weights, random) compete too."),
  slippage: z
    .enum(SLIPPAGE_MODELS)
    .default(PUBLIC_RULES.slippage)
    .describe(
      "The slippage formula: `computed` as the public service charges, `printed` as it prints, `log` as newer deployments charge.",
    ),
  ...tradeRules,
  balances: z
    .record(z.string(), amount())
    .optional()
    .describe('Start balances by token. Default: "5000" USDC on each of eth, base and svm.'),
  snapshotEvery: duration("1s", "1d").prefault("2m").describe("How often portfolios are valued for the leaderboard."),
  priceCache: duration("0s", "1d")
    .optional()
    .describe(
      "How long the service repeats a price before it looks again; 0s: never. Default: 0s; 1h under `profile: deployed`.",
    ),
  priceChainCase: z
    .enum(["upper", "lower"])
    .default("upper")
    .describe("How price answers write the chain: EVM or evm; `profile: deployed` always writes evm."),
  rateLimits: z
    .boolean()
    .default(true)
    .describe(
      "Whether the service has rate limits. Where it has none, the bot beside it and a backtest keep none either, but those of `limits`.",
    ),
  restrictedLeaderboard: z
    .boolean()
    .default(false)
    .describe("Whether the leaderboard is closed to teams, as in some deployments."),
  closeAfterEnd: z
    .boolean()
    .default(false)
    .describe(
      "Whether the end of the competition closes everything for its teams (403), as in some deployments; `profile: deployed` always closes, with 500.",
    ),
  faults: path("a plan of faults")
    .optional()
    .describe(
      "A plan of faults, YAML or JSON: how the service misbehaves on purpose. It is read again whenever it changes. Default: it does not misbehave.",
    ),
  minTradesPerDay: z.int().min(1).max(1_000).optional().describe("Trades a day that the rules ask for. Default: none."),
});
