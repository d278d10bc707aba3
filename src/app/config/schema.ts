import { z } from "zod";
import { duration } from "../../core/fields.js";
import { clock, competition, defaults, service, token } from "./competition.js";
import { riskConfigSchema } from "../../risk/index.js";
import { path, seed } from "./fields.js";
import { execution, history, limits, onError, strategy } from "./trading.js";

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
  onError: onError
    .prefault({})
    .describe("What follows when a strategy throws, does not return in time, or answers with what is no decision."),
  risk: riskConfigSchema
    .prefault({})
    .describe(
      "Limits that no strategy can pass; off where nothing is said, but for `maxPriceMovePercent` and `unprovenPrice`.",
    ),
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
    .describe(
      "Rate limits in place of the service's of the same scope and window, tighter or wider; `off` lifts all of a scope.",
    ),
  execution: execution.prefault({}).describe("How trades are made."),
  data: path("a folder")
    .default("./.contender")
    .describe("The folder of the journal, the tapes and the control socket."),
  record: z.boolean().default(true).describe("Whether the prices and quotes that were read are recorded to a tape."),
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
export type SandboxConfig = NonNullable<Config["service"]["sandbox"]>;
export type StrategyConfig = Config["strategies"][number];
