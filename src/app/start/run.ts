import { openConfig } from "../config/find.js";
import type { LogLevel } from "../process/log.js";
import { openCommandSession } from "../command-session.js";
import { startBot } from "./bot.js";
import type { BotEnd } from "./end.js";
import type { StartOptions } from "./options.js";

export type { BotEnd } from "./end.js";

/** What `contender start` does: reads the config, opens the log, runs the bot to its end. */
export async function start(config: string | undefined, options: StartOptions, level?: LogLevel): Promise<BotEnd> {
  const loaded = openConfig(config);
  return startBot(await openCommandSession(loaded, config, level), options);
}
