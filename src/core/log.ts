import type { Secrets } from "./secrets.js";

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

/** A log in front of another one, which takes every known secret out of messages and fields. */
export function scrubbedLog(log: Log, secrets: Secrets): Log {
  const through =
    (level: "debug" | "info" | "warn" | "error") =>
    (message: string, fields?: LogFields): void =>
      log[level](secrets.scrub(message), fields && (secrets.scrubValue(fields) as LogFields));
  return { debug: through("debug"), info: through("info"), warn: through("warn"), error: through("error") };
}
