import type { Command } from "commander";
import type { Terminal } from "./terminal.js";

/** What a command's file exports: it adds arguments, options, examples and the action. */
interface CommandModule {
  define(command: Command, terminal: Terminal): void;
}

/** One command in the table of commands. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** Loads the command's file; called only for the command that runs. */
  load(): Promise<CommandModule>;
}

/** Every command, in groups, in the order in which help shows them. */
export const COMMANDS: Readonly<Record<string, readonly CommandEntry[]>> = {
  "Run:": [
    { name: "start", summary: "run the bot until the competition ends", load: () => import("./start.js") },
    { name: "sandbox", summary: "run only the embedded service", load: () => import("./sandbox.js") },
    {
      name: "backtest",
      summary: "run strategies on a recorded tape, as in a competition",
      load: () => import("./backtest.js"),
    },
    {
      name: "record",
      summary: "record prices and quotes to a tape",
      load: () => import("./record.js"),
    },
    { name: "doctor", summary: "check everything a bot needs before it starts", load: () => import("./doctor.js") },
    { name: "tape", summary: "import, inspect, check and compact recorded prices", load: () => import("./tape.js") },
  ],
  "Look back:": [
    { name: "journal", summary: "show what the bot saw, decided and did", load: () => import("./journal.js") },
    {
      name: "replay",
      summary: "run strategies again on a run's recorded inputs",
      load: () => import("./replay.js"),
    },
    {
      name: "compare",
      summary: "show where and why two runs first differ",
      load: () => import("./compare.js"),
    },
    { name: "resolve", summary: "settle an intent in conflict by hand", load: () => import("./resolve.js") },
  ],
  "Query the service (through the bot if it is running):": [
    { name: "status", summary: "show the competition and the state of the bot", load: () => import("./status.js") },
    {
      name: "portfolio",
      summary: "show the team's holdings, valued by the service",
      load: () => import("./portfolio.js"),
    },
    { name: "balances", summary: "show the team's balances", load: () => import("./balances.js") },
    { name: "trades", summary: "list the team's trades", load: () => import("./trades.js") },
    { name: "leaderboard", summary: "show the ranking", load: () => import("./leaderboard.js") },
    { name: "rules", summary: "show the competition's rules", load: () => import("./rules.js") },
    { name: "upcoming", summary: "list competitions that have not begun", load: () => import("./upcoming.js") },
    { name: "price", summary: "show the price of a token", load: () => import("./price.js") },
    { name: "token", summary: "show the service's information about a token", load: () => import("./token.js") },
    { name: "quote", summary: "quote a swap without trading", load: () => import("./quote.js") },
    { name: "health", summary: "show the health of the service", load: () => import("./health.js") },
  ],
  "Act:": [
    { name: "swap", summary: "make one manual swap", load: () => import("./swap.js") },
    { name: "profile", summary: "show or change the team's profile", load: () => import("./profile.js") },
    { name: "key", summary: "replace the API key", load: () => import("./key.js") },
  ],
  "Build:": [
    { name: "new", summary: "create a strategy of your own", load: () => import("./new.js") },
    {
      name: "strategies",
      summary: "list the available strategies and their params",
      load: () => import("./strategies.js"),
    },
    { name: "config", summary: "check the config, or print its schema", load: () => import("./config.js") },
    { name: "openapi", summary: "print the service's OpenAPI document", load: () => import("./openapi.js") },
  ],
};
