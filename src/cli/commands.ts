import type { Command } from "commander";
import type { Terminal } from "./terminal.js";

/** What a command's file exports: it adds arguments, options, examples and the action. */
interface CommandModule {
  define(command: Command, terminal: Terminal): void;
}

/** A line of the table of commands. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** Loaded only when the command is the one that was called. */
  load(): Promise<CommandModule>;
}

/** Every command, in groups, in the order in which help shows them. */
export const COMMANDS: Readonly<Record<string, readonly CommandEntry[]>> = {
  "Run:": [
    { name: "start", summary: "run the bot, to the end of the competition", load: () => import("./start.js") },
    { name: "sandbox", summary: "run the embedded service alone", load: () => import("./sandbox.js") },
    {
      name: "backtest",
      summary: "run strategies on a recorded tape, as a competition",
      load: () => import("./backtest.js"),
    },
    {
      name: "record",
      summary: "record prices and quotes to a tape, for days",
      load: () => import("./record.js"),
    },
    { name: "doctor", summary: "check everything that a bot needs", load: () => import("./doctor.js") },
    { name: "tape", summary: "recorded prices: import, look at, check, compact", load: () => import("./tape.js") },
  ],
  "Look back:": [
    { name: "journal", summary: "what the bot saw, decided and did", load: () => import("./journal.js") },
    {
      name: "replay",
      summary: "feed a run's recorded inputs to its strategies again",
      load: () => import("./replay.js"),
    },
    {
      name: "compare",
      summary: "show where two runs first differ, and why",
      load: () => import("./compare.js"),
    },
    { name: "resolve", summary: "say what became of an intent in conflict", load: () => import("./resolve.js") },
  ],
  "Ask the service (through the running bot where there is one):": [
    { name: "status", summary: "the competition, and what the bot is doing", load: () => import("./status.js") },
    {
      name: "portfolio",
      summary: "what the team holds, as the service values it",
      load: () => import("./portfolio.js"),
    },
    { name: "balances", summary: "the team's balances", load: () => import("./balances.js") },
    { name: "trades", summary: "the team's trades", load: () => import("./trades.js") },
    { name: "leaderboard", summary: "who stands where", load: () => import("./leaderboard.js") },
    { name: "rules", summary: "the competition's rules", load: () => import("./rules.js") },
    { name: "upcoming", summary: "competitions that have not begun", load: () => import("./upcoming.js") },
    { name: "price", summary: "the price of a token", load: () => import("./price.js") },
    { name: "token", summary: "what the service knows of a token", load: () => import("./token.js") },
    { name: "quote", summary: "what a swap would give now", load: () => import("./quote.js") },
    { name: "health", summary: "whether the service is well", load: () => import("./health.js") },
  ],
  "Act:": [
    { name: "swap", summary: "make one swap by hand", load: () => import("./swap.js") },
    { name: "profile", summary: "show or change the team's profile", load: () => import("./profile.js") },
    { name: "key", summary: "change the API key", load: () => import("./key.js") },
  ],
  "Build:": [
    { name: "new", summary: "begin a strategy of your own", load: () => import("./new.js") },
    { name: "strategies", summary: "the strategies at hand, with their params", load: () => import("./strategies.js") },
    { name: "config", summary: "check the config, or print its schema", load: () => import("./config.js") },
    { name: "openapi", summary: "print the service's OpenAPI document", load: () => import("./openapi.js") },
  ],
};
