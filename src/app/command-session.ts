import type { LogLevel } from "../core/log.js";
import type { Secrets } from "../core/secrets.js";
import type { LoadedConfig } from "./config/load.js";
import { secretsOf } from "./config/secrets.js";
import { openStderrLog, type AppLog } from "./process/log.js";

/** What every command that does something with a config needs. */
export interface CommandSession {
  readonly loaded: LoadedConfig;
  readonly secrets: Secrets;
  readonly log: AppLog;
}

/**
 * The secrets of a config, and a log on standard error that knows them.
 *
 * @param named the config file that was named, for the commands that the log advises
 * @param level default: the config's
 */
export async function openCommandSession(
  loaded: LoadedConfig,
  named: string | undefined,
  level?: LogLevel,
): Promise<CommandSession> {
  const secrets = secretsOf(loaded);
  return { loaded, secrets, log: await openStderrLog(level ?? loaded.config.log.level, secrets, named) };
}
