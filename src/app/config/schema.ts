import { z } from "zod";
import { duration } from "../../core/fields.js";
import { clock, competition, defaults, service, token } from "./competition.js";
import { riskConfigSchema } from "../../risk/index.js";
import { path, seed } from "./fields.js";
import { execution, history, limits, onError, strategy } from "./trading.js";

/** The whole configuration file. Output: durations and times in milliseconds; everything else as written. */
export const configSchema = z.strictObject({
  service: service.describe("The competition service: `sandbox`, or `baseUrl` with `key` or `keyFile`."),
  clock: clock.prefault({}).describe("The clock of a separate, fast sandbox."),
  competition: competition.prefault({}).describe("How the bot follows the competition."),
  defaults: defaults.prefault({}).describe("The competition's rules until the service reports its own."),
  tokens: z
    .record(z.string(), token)
    .default({})
    .describe("Tokens by name (ALIAS.chain), in addition to those that Contender knows."),
  strategies: z.array(strategy).max(100).default([]).describe("The strategies, in the order in which they decide."),
  onError: onError
    .prefault({})
    .describe("What happens when a strategy throws, does not return in time, or returns an invalid decision."),
  risk: riskConfigSchema
    .prefault({})
    .describe(
      "Limits that no strategy can exceed. All are off by default except `maxPriceMovePercent` and `unprovenPrice`.",
    ),
  sampling: z
    .strictObject({
      every: duration("1s", "1d").prefault("1m").describe("How often the price of every token in use is read."),
    })
    .prefault({})
    .describe("The prices from which bars are built."),
  history: history
    .prefault({})
    .describe("Past prices from which strategies warm up. Default with the embedded sandbox: its market's past."),
  limits: limits
    .prefault({})
    .describe(
      "Rate limits that replace the service's limits of the same scope and window. `off` removes all limits of a scope.",
    ),
  execution: execution.prefault({}).describe("How trades are made."),
  data: path("a folder")
    .default("./.contender")
    .describe("The folder of the journal, the tapes and the control socket."),
  record: z.boolean().default(true).describe("Whether the bot records the prices and quotes it reads to a tape."),
  seed: seed()
    .optional()
    .describe("The seed of the strategies' random numbers. Default: a new one for each run, stored in the journal."),
  log: z
    .strictObject({
      level: z
        .enum(["debug", "info", "warn", "error"])
        .default("info")
        .describe("The lowest level of messages to show."),
    })
    .prefault({})
    .describe("The log."),
});

/** The effective configuration, every default filled in. */
export type Config = z.output<typeof configSchema>;
export type SandboxConfig = NonNullable<Config["service"]["sandbox"]>;
export type StrategyConfig = Config["strategies"][number];
