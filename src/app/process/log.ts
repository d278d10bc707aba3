import { pino, type Logger } from "pino";
import type { DroppedNote } from "../../core/line-buffer.js";
import type { Clock } from "../../core/time/clock.js";
import { logBy, scrubbedLog, type Log, type LogFields, type LogLevel } from "../../core/log.js";
import { printable, printableValue } from "../../core/printable.js";
import type { Secrets } from "../../core/secrets.js";
import { systemClock } from "../../core/time/system-clock.js";
import { advising } from "../config-option.js";
import { standardError } from "./standard-error.js";

/** The destination of log lines, which end with a line feed. */
interface LogDestination {
  write(line: string): void;
  /** Sets the function that makes the note about dropped lines. */
  onDropped?(note: DroppedNote): void;
}

export interface LogOptions {
  readonly level: LogLevel;
  readonly secrets: Secrets;
  /** Lines for a person (colours where the terminal has them) in place of JSON. */
  readonly pretty: boolean;
  readonly colour: boolean;
  readonly destination: LogDestination;
  /** The config file that was named: commands that a line advises name it too. */
  readonly config?: string | undefined;
}

/** The log of a process. Its lines carry the time of the clock that the bot lives by, once that is known. */
export interface AppLog extends Log {
  /** From now on lines carry this clock's time; on a scaled clock JSON lines carry the machine's too, as `wallTime`. */
  useClock(clock: Clock): void;
}

/**
 * Opens the log: pino behind core's port. Secrets are taken out of every message and field, and so are
 * control characters: text that a service sent can neither forge a line nor move the cursor.
 */
export async function openLog(options: LogOptions): Promise<AppLog> {
  const { destination, config } = options;
  const written = options.pretty ? await prettyFormat(options.colour) : (line: string) => line;
  let clock: Clock = systemClock;
  destination.onDropped?.((count) => {
    const line = { level: "warn", time: clock.now(), msg: droppedText(count) };
    return written(`${JSON.stringify(line)}\n`);
  });
  const timestamp = (): string => {
    const wall = clock === systemClock ? "" : `,"wallTime":${systemClock.now()}`;
    return `,"time":${clock.now()}${wall}`;
  };
  const logger = pino(
    { level: options.level, base: null, timestamp, formatters: { level: (label) => ({ level: label }) } },
    { write: (line: string) => destination.write(written(line)) },
  );
  const log = scrubbedLog(advisingLog(printableLog(logger), config), options.secrets);
  return {
    ...log,
    useClock(next) {
      clock = next;
    },
  };
}

/** A log on standard error: lines for people where that is a terminal, else JSON. */
export function openStderrLog(level: LogLevel, secrets: Secrets, config?: string): Promise<AppLog> {
  const colour = process.stderr.isTTY && process.env["NO_COLOR"] === undefined;
  return openLog({ level, secrets, pretty: process.stderr.isTTY, colour, destination: standardError(), config });
}

function droppedText(count: number): string {
  const lines = count === 1 ? "1 line was dropped" : `${count} lines were dropped`;
  return `${lines} here, because this log was not read in time. Write it to a file, or raise \`log.level\`.`;
}

async function prettyFormat(colour: boolean): Promise<(line: string) => string> {
  return (await import("./pretty.js")).prettyFormat(colour, LINE_KEYS);
}

function advisingLog(log: Log, config: string | undefined): Log {
  if (config === undefined) return log;
  return logBy((level, message, fields) => {
    const remedy = fields?.["remedy"];
    const advised = typeof remedy === "string" ? { ...fields, remedy: advising(remedy, config) } : fields;
    log[level](advising(message, config), advised);
  });
}

function printableLog(logger: Logger): Log {
  return logBy((level, message, fields) => {
    if (!logger.isLevelEnabled(level)) return;
    logger[level](printableValue(ownNames(fields)) as object, printable(message));
  });
}

/** What a line has of its own, beside its fields. */
const LINE_KEYS: ReadonlySet<string> = new Set(["level", "time", "wallTime", "msg"]);

/** Fields may not take its place: `time` becomes `time_`. */
function ownNames(fields: LogFields | undefined): LogFields {
  return Object.fromEntries(
    Object.entries(fields ?? {}).map(([key, value]) => [LINE_KEYS.has(key) ? `${key}_` : key, value]),
  );
}
