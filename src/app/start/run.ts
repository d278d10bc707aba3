import { openConfig } from "../config/find.js";
import { openCommandSession } from "../command-session.js";
import { startBot, type BotEnd, type StartOptions } from "./bot.js";

export type { BotEnd } from "./bot.js";

/** What `contender start` does: reads the config, opens the log, runs the bot to its end. */
export async function start(config: string | undefined, options: StartOptions): Promise<BotEnd> {
  return startBot(await openCommandSession(openConfig(config), config), options);
}
