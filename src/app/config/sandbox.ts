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
    .describe(
      "Price in USD at the start of the synthetic past, a week before the clock starts. The price has moved by then.",
    ),
  volatility: z
    .number()
    .min(0)
    .max(20)
    .optional()
    .describe(
      "Standard deviation of yearly log returns, 0.7 for 70 %. Default: 0.7. Ignored for stablecoins, which stay near their price.",
    ),
});

const market = z
  .strictObject({
    synthetic: z
      .record(z.string(), syntheticToken)
      .optional()
      .describe(
        "A synthetic market: start price and volatility by token. Cash tokens that are not listed stay at $1. Empty ({}) uses the well-known tokens of eth, base and svm.",
      ),
    bars: z
      .record(z.string(), path("a CSV file of bars, plain or gzip"))
      .optional()
      .describe("Recorded bars by token: CSV with the header timestamp,open,high,low,close,volume, plain or gzip."),
    tape: path("a tape's folder").optional().describe("The folder of a recorded tape."),
    start: instant()
      .optional()
      .describe(
        "The time in the recorded prices at which the service's clock starts. Default: three days after the first bar, so that strategies can warm up. Synthetic: now, or shortly before the next full hour if `speed` is above 1.",
      ),
  })
  .refine((value) => [value.synthetic, value.bars, value.tape].filter((one) => one !== undefined).length === 1, {
    message: "exactly one of synthetic, bars and tape",
  })
  .describe("The source of the sandbox's prices: exactly one of `synthetic`, `bars` and `tape`.");

/** The embedded service: what `contender sandbox` runs alone and `start` runs beside the bot. */
export const sandboxSchema = z.strictObject({
  profile: z
    .enum(PROFILE_NAMES)
    .default("document")
    .describe(
      "The behaviour of the service: `document` as its interface is written, `deployed` as the public service of May 2025. A bot that works with both works with the real service.",
    ),
  name: z.string().min(1).max(200).default("Sandbox Cup").describe("The competition's name."),
  speed: z
    .number()
    .min(0.01)
    .max(100_000)
    .default(1)
    .describe("Speed of the service's clock: its seconds per real second."),
  startIn: duration().prefault("0s").describe("Sandbox time until the competition starts."),
  duration: duration("1m", "3650d")
    .optional()
    .describe(
      "Length of the competition in sandbox time. Default: until the recorded prices end or the sandbox is stopped.",
    ),
  upcoming: z.int().min(0).max(50).default(0).describe("Number of further competitions that have not started."),
  seed: seed()
    .default("contender")
    .describe(
      "The seed of synthetic prices: the same seed gives the same market. Slippage and the trades of the built-in rival teams differ each time.",
    ),
  market: market.prefault({ synthetic: {} }),
  port: z.int().min(0).max(65_535).default(0).describe("The port on 127.0.0.1; 0 takes a free port."),
  team: z.string().min(1).max(100).default("Contender").describe("The name of the bot's team."),
  teams: z.int().min(1).max(1_000).default(1).describe("Number of teams with a key. The bot is the first."),
  houseTeams: z
    .boolean()
    .default(true)
    .describe("Whether three built-in rival teams (cash, equal weights, random) also compete."),
  slippage: z
    .enum(SLIPPAGE_MODELS)
    .default(PUBLIC_RULES.slippage)
    .describe(
      "The slippage formula: `computed` as charged by the public service, `printed` as printed in its documentation, `log` as charged by newer deployments.",
    ),
  ...tradeRules,
  balances: z
    .record(z.string(), amount())
    .optional()
    .describe('Start balances by token. Default: "5000" USDC on each of eth, base and svm.'),
  snapshotEvery: duration("1s", "1d")
    .prefault("2m")
    .describe("Time between two valuations of portfolios for the leaderboard."),
  priceCache: duration("0s", "1d")
    .optional()
    .describe("How long the service caches a price; 0s: not at all. Default: 0s; 1h with `profile: deployed`."),
  priceChainCase: z
    .enum(["upper", "lower"])
    .default("upper")
    .describe("Letter case of the chain in price answers: EVM or evm. `profile: deployed` always writes evm."),
  rateLimits: z
    .boolean()
    .default(true)
    .describe("Whether the service has rate limits. Without them, the bot and a backtest keep only those of `limits`."),
  restrictedLeaderboard: z
    .boolean()
    .default(false)
    .describe("Whether teams may not read the leaderboard, as in some deployments."),
  closeAfterEnd: z
    .boolean()
    .default(false)
    .describe(
      "Whether all requests of teams are refused (403) after the competition, as in some deployments. `profile: deployed` always refuses them, with 500.",
    ),
  faults: path("a fault plan")
    .optional()
    .describe(
      "A fault plan, YAML or JSON: errors that the service makes on purpose. It is read again whenever it changes. Default: no faults.",
    ),
  minTradesPerDay: z.int().min(1).max(1_000).optional().describe("Trades a day required by the rules. Default: none."),
});
