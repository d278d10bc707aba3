import { prettyFactory } from "pino-pretty";

const DIM = "\u001b[2m";
const RESET = "\u001b[22m";

/**
 * What makes a line for people of one in JSON: time (UTC, of the bot's clock), level, message. At "info" the
 * message says it all; other levels show their facts too, as `key=value`.
 * @param ownKeys what a line has beside its facts
 */
export function prettyFormat(colour: boolean, ownKeys: ReadonlySet<string>): (line: string) => string {
  // The formatter alone: pino-pretty's own stream would hold lines back that a crash then loses.
  return prettyFactory({
    colorize: colour,
    hideObject: true,
    translateTime: "UTC:mmm dd HH:MM:ss",
    customColors: "message:reset",
    messageFormat: (line, messageKey) => {
      const message = String(line[messageKey]);
      const facts = line["level"] === "info" ? "" : factsOf(line, ownKeys);
      return facts === "" ? message : `${message}  ${colour ? `${DIM}${facts}${RESET}` : facts}`;
    },
  });
}

function factsOf(line: Readonly<Record<string, unknown>>, ownKeys: ReadonlySet<string>): string {
  return Object.entries(line)
    .filter(([key]) => !ownKeys.has(key))
    .map(([key, value]) => `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(" ");
}
