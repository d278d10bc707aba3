import { Command, CommanderError } from "commander";
import { version } from "../app/package.js";
import { COMMANDS, type CommandEntry } from "./commands.js";
import { addCommonOptions } from "./common-options.js";
import { watchOutput } from "./output.js";
import { openTerminal, type Streams, type Terminal } from "./terminal.js";

const EXAMPLES = `
Examples:
  $ contender start                       watch a bot compete in the embedded sandbox
  $ contender start --config live.yaml    compete for real
  $ contender journal decisions --follow  watch it decide
  $ contender leaderboard --json          the ranking, for scripts

start, backtest, record, swap, doctor, strategies, config check and replay run the code of strategy files. Treat a
config or strategy from a stranger as a program (docs/concepts/what-you-trust.md).

Exit codes: 0 done, 1 failed, 2 usage or config, 3 service unusable, 4 a person must act.`;

/** Runs one command line and returns its exit code. Loads only the command that is called. */
export async function runCli(args: readonly string[], streams: Streams): Promise<number> {
  const written = watchOutput(streams.stdout);
  const json = args.includes("--json");
  let code = 0;
  const terminal = openTerminal(streams, (reached) => (code = reached));
  const program = buildProgram(terminal, json);
  try {
    await program.parseAsync(withoutHelpCommand(args), { from: "user" });
  } catch (error) {
    code =
      error instanceof CommanderError && error.exitCode === 0 ? 0 : await report(error, json, terminal, configOf(args));
  }
  const lost = await written(terminal.patience());
  if (lost === null) return code;
  const { OutputLostError } = await import("../app/errors.js");
  const failed = await report(new OutputLostError(lost), false, terminal);
  return code === 0 ? failed : code;
}

async function report(error: unknown, json: boolean, terminal: Terminal, config?: string): Promise<number> {
  const { reportError } = await import("./report.js");
  return reportError(error, json, terminal, config);
}

/** The config file named on a command line, also if the line has errors. */
function configOf(args: readonly string[]): string | undefined {
  const at = args.findLastIndex((arg) => /^--config(?:=|$)/.test(arg));
  return args[at]?.includes("=") === true ? args[at].slice("--config=".length) : args[at + 1 || args.length];
}

function buildProgram(terminal: Terminal, json: boolean): Command {
  const program = new Command("contender")
    .description("A framework for trading bots that compete.")
    .version(version(), "-v, --version", "print the version");
  addCommonOptions(program)
    .helpCommand(false)
    .addHelpText("after", EXAMPLES)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.print(text),
      // With --json the error document below reports it.
      writeErr: (text) => (json ? undefined : terminal.tell(text)),
    })
    .showHelpAfterError("Run with --help for usage.");
  const loaders = new Map<string, CommandEntry>();
  for (const [group, entries] of Object.entries(COMMANDS)) {
    program.commandsGroup(group);
    for (const entry of entries) {
      program.command(entry.name).description(entry.summary);
      loaders.set(entry.name, entry);
    }
  }
  program.hook("preSubcommand", async (_program, command) => {
    const module = await loaders.get(command.name())?.load();
    module?.define(command, terminal);
  });
  return program;
}

/** Turns `help start` into `start --help`, because a command's options are known only after its file is loaded. */
function withoutHelpCommand(args: readonly string[]): string[] {
  if (args.length === 0) return ["--help"];
  return args[0] === "help" ? [...args.slice(1), "--help"] : [...args];
}
