import type { Secrets } from "./secrets.js";

export type LogLevel = "debug" | "info" | "warn" | "error";

export type LogFields = Readonly<Record<string, unknown>>;

/** Where messages for people go. `message` is one sentence; `fields` are its facts, machine-readable. */
export interface Log {
  /** Whether it drops everything: nobody needs to find words for it. */
  readonly silent?: boolean;
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/** A log that drops everything. */
export const silentLog: Log = { silent: true, debug() {}, info() {}, warn() {}, error() {} };

/** A log of which every level is told in one way. */
export function logBy(tell: (level: LogLevel, message: string, fields?: LogFields) => void): Log {
  const at =
    (level: LogLevel) =>
    (message: string, fields?: LogFields): void =>
      tell(level, message, fields);
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** A log in front of another one, which takes every known secret out of messages and fields. */
export function scrubbedLog(log: Log, secrets: Secrets): Log {
  return logBy((level, message, fields) =>
    log[level](secrets.scrub(message), fields && (secrets.scrubValue(fields) as LogFields)),
  );
}
