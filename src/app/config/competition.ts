import { z } from "zod";
import { PUBLIC_RULES } from "../../model/rules.js";
import { SLIPPAGE_MODELS } from "../../model/slippage.js";
import { ADDRESS } from "../../model/token.js";
import { duration } from "../../core/fields.js";
import { instant, path } from "./fields.js";
import { sandboxSchema } from "./sandbox.js";
import { tradeRules } from "./trade-rules.js";

/** Where the competition is. */
export const service = z
  .strictObject({
    sandbox: sandboxSchema.optional().describe("The embedded sandbox service. Nothing leaves this machine."),
    baseUrl: z
      .url({ protocol: /^https?$/ })
      .optional()
      .meta({ expected: "an address such as https://competition.example.org" })
      .describe("The address of the competition service, without /api."),
    insecure: z
      .boolean()
      .default(false)
      .describe(
        "Whether `baseUrl` may be http:// to another machine. Anyone on the network path can then read the key and change prices and answers.",
      ),
    key: z
      .string()
      .min(1)
      .optional()
      .meta({ secret: true, expected: "an environment variable, such as ${CONTENDER_API_KEY}" })
      .describe("The team's API key, always from the environment, such as ${CONTENDER_API_KEY}."),
    keyFile: path("a file with the API key (mode 0600)")
      .optional()
      .describe("A file with the team's API key, readable only by its owner. Needed for `contender key rotate`."),
  })
  .refine((value) => (value.sandbox === undefined) !== (value.baseUrl === undefined), {
    message: "exactly one of sandbox and baseUrl",
  })
  .refine((value) => value.baseUrl === undefined || (value.key === undefined) !== (value.keyFile === undefined), {
    message: "exactly one of key and keyFile beside baseUrl",
  })
  .refine((value) => value.sandbox === undefined || (value.key === undefined && value.keyFile === undefined), {
    message: "no key beside sandbox, which makes its own",
  });

/** How time passes. */
export const clock = z.strictObject({
  speed: z
    .number()
    .min(0.01)
    .max(100_000)
    .default(1)
    .describe(
      "The speed of the service's clock, if the service is a separate sandbox with --speed. The embedded sandbox has its own `speed`.",
    ),
});

/** How the bot follows the competition. */
export const competition = z.strictObject({
  wait: z
    .boolean()
    .default(true)
    .describe("Whether to wait for a competition that has not begun. Otherwise the bot ends at once with exit code 2."),
  watchEvery: duration("1s", "1h").prefault("15s").describe("How often the competition's status is read."),
  leaderboardEvery: duration("10s", "1d").prefault("5m").describe("How often the leaderboard is read."),
  balancesEvery: duration("10s", "1d")
    .prefault("5m")
    .describe("How often the service's balances are compared with the books."),
  endDate: instant()
    .optional()
    .describe(
      "The end of the competition, if you know it and the service does not report it. From then on the bot accepts an apparent end at once (exit code 0). Without it, or before it, the bot first waits ten minutes for confirmation.",
    ),
  minTradesPerDay: z
    .int()
    .min(0)
    .max(1_000)
    .default(3)
    .describe(
      "Trades a day required to stay in the competition, until the service's rules state it; 0: none. The embedded sandbox has its own `minTradesPerDay`.",
    ),
  keepMinimum: z
    .boolean()
    .default(false)
    .describe(
      "Whether the bot makes the smallest possible trades to reach the daily minimum. Otherwise it only warns.",
    ),
});

/** The competition's rules until the service says them. */
export const defaults = z.strictObject({
  ...tradeRules,
  slippage: z.enum(SLIPPAGE_MODELS).default(PUBLIC_RULES.slippage).describe("The formula for the expected slippage."),
});

/** A token beside those that Contender knows. */
export const token = z.strictObject({
  address: z
    .string()
    .regex(ADDRESS)
    .meta({ expected: 'a token\'s address in quotes: "0x" and 40 hex digits, or a Solana address' })
    .describe("The token's address, in quotes."),
  cash: z.boolean().default(false).describe("Whether it replaces USDC as its chain's cash token."),
});
