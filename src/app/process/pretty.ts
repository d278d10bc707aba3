import type { DestinationStream } from "pino";
import { prettyFactory } from "pino-pretty";

const DIM = "\u001b[2m";
const RESET = "\u001b[22m";
const NOT_FACTS = new Set(["level", "time", "wallTime", "msg"]);

/**
 * Lines for people: time (UTC, of the bot's clock), level, message. At "info" the
 * message says it all; other levels show their facts too, as `key=value`.
 */
export function prettyLines(destination: DestinationStream, colour: boolean): DestinationStream {
  // The formatter alone: pino-pretty's own stream would hold lines back that a crash then loses.
  const format = prettyFactory({
    colorize: colour,
    hideObject: true,
    translateTime: "UTC:mmm dd HH:MM:ss",
    customColors: "message:reset",
    messageFormat: (line, messageKey) => {
      const message = String(line[messageKey]);
      const facts = line["level"] === "info" ? "" : factsOf(line);
      return facts === "" ? message : `${message}  ${colour ? `${DIM}${facts}${RESET}` : facts}`;
    },
  });
  return { write: (line) => destination.write(format(line)) };
}

function factsOf(line: Readonly<Record<string, unknown>>): string {
  return Object.entries(line)
    .filter(([key]) => !NOT_FACTS.has(key))
    .map(([key, value]) => `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(" ");
}
