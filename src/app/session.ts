import type { Secrets } from "../core/secrets.js";
import type { LoadedConfig } from "./config/load.js";
import { secretsOf } from "./config/secrets.js";
import { openLog, type AppLog, type LogLevel } from "./process/log.js";

/** What every command that does something with a config needs. */
export interface Session {
  readonly loaded: LoadedConfig;
  readonly secrets: Secrets;
  readonly log: AppLog;
}

/** The secrets of a config and a log that knows them. Logs go to standard error: lines for people where that is a terminal, else JSON. */
export async function openSession(loaded: LoadedConfig, level?: LogLevel): Promise<Session> {
  const secrets = secretsOf(loaded);
  return { loaded, secrets, log: await openStderrLog(level ?? loaded.config.log.level, secrets) };
}

/** A log on standard error. */
export function openStderrLog(level: LogLevel, secrets: Secrets): Promise<AppLog> {
  const colour = process.stderr.isTTY && process.env["NO_COLOR"] === undefined;
  return openLog({ level, secrets, pretty: process.stderr.isTTY, colour });
}
