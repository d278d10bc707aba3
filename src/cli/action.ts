import type { Command } from "commander";
import type { Answers, ReadAnswer } from "../app/requests/answers.js";
import type { RequestKind, RequestOf } from "../app/control/requests.js";
import { advising } from "../app/config-option.js";
import type { Progress } from "../app/process/progress.js";
import { addCommonOptions } from "./common-options.js";
import type { Terminal } from "./terminal.js";

/** What every command receives: the common options, and where to print. */
export interface Context {
  /** The config file named on the command line, or undefined. */
  readonly config: string | undefined;
  readonly json: boolean;
  /** Prints the result: the document with `--json`, else the text. */
  show(document: unknown, text: () => string | Promise<string>): Promise<void>;
  /** Shows the progress of long work. */
  progress(): Promise<Progress>;
}

/** A read that can be asked for by its name alone. */
export type ReadAsked = RequestOf<"read">["read"];

type Handler = (context: Context, options: Record<string, unknown>, args: readonly string[]) => Promise<unknown>;

/**
 * Adds the common options and the action to a command. Its help marks required options. The handler returns the exit
 * code; no number means 0.
 */
export function act(command: Command, terminal: Terminal, handler: Handler): void {
  for (const option of command.options) if (option.mandatory) option.description += " (required)";
  addCommonOptions(command).action(async () => {
    const options: Record<string, unknown> = command.optsWithGlobals();
    await refuseEmpty(command, options);
    const code = await handler(contextOf(options, terminal), options, command.args);
    terminal.finish(typeof code === "number" ? code : 0);
  });
}

/**
 * Refuses empty arguments and options, because an empty value has another meaning further down (the current folder, every
 * address, all rows). Throws UsageError.
 */
async function refuseEmpty(command: Command, options: Readonly<Record<string, unknown>>): Promise<void> {
  const names = command.registeredArguments.map((one) => `<${one.name()}>`);
  const given = [
    ...command.args.map((value, i) => [names[i] ?? names.at(-1), value] as const),
    ...Object.entries(options).flatMap(([key, value]) => {
      const name = command.options.find((option) => option.attributeName() === key)?.long ?? `--${key}`;
      return [value].flat().map((one: unknown) => [name, one] as const);
    }),
  ];
  const [name] = given.find(([, value]) => typeof value === "string" && value.trim() === "") ?? [];
  if (name === undefined) return;
  const { UsageError } = await import("../app/errors.js");
  throw new UsageError(`${name} is empty`, { remedy: "Write a value. Is the environment variable set in this shell?" });
}

function contextOf(options: Record<string, unknown>, terminal: Terminal): Context {
  const json = options["json"] === true;
  const config = options["config"] as string | undefined;
  return {
    config,
    json,
    async show(document, text) {
      if (json) terminal.printJson(document, 2, config);
      else terminal.print(advising(await text(), config));
    },
    progress: async () => (await import("../app/process/progress.js")).openProgress({ json }),
  };
}

/** The action of a command that sends one request to the bot or the service and prints the answer. */
export function ask<Kind extends RequestKind>(
  command: Command,
  terminal: Terminal,
  request: (args: readonly string[], options: Record<string, unknown>) => RequestOf<Kind>,
  print: (answer: Answers[Kind]) => Promise<string>,
): void {
  act(command, terminal, async (context, options, args) => {
    const { askOnce } = await import("../app/requests/ask.js");
    const answer = await askOnce<Kind>(request(args, options), { config: context.config });
    await context.show(answer, () => print(answer));
  });
}

/** The action of a command that is one read of the venue; `document` is what `--json` prints. */
export function askRead<Name extends ReadAsked>(
  command: Command,
  terminal: Terminal,
  read: Name,
  print: (answer: ReadAnswer<Name>) => Promise<string>,
  document: (answer: ReadAnswer<Name>) => unknown = (answer) => answer,
): void {
  act(command, terminal, async (context) => {
    const { askOnce } = await import("../app/requests/ask.js");
    // The answer to `read` of this name.
    const answer = (await askOnce<"read">({ do: "read", read }, { config: context.config })) as ReadAnswer<Name>;
    await context.show(document(answer), () => print(answer));
  });
}

/** Adds examples to a command's help, a line each: command and what it does. */
export function examples(command: Command, lines: Readonly<Record<string, string>>): void {
  const width = Math.max(...Object.keys(lines).map((line) => line.length));
  const text = Object.entries(lines).map(([line, what]) => `  $ ${line.padEnd(width)}  ${what}`.trimEnd());
  command.addHelpText("after", `\nExamples:\n${text.join("\n")}`);
}

/** Adds a warning to a command's help: it runs the code of strategies. */
export function evaluatesCode(command: Command): void {
  const text = "This command runs the code of strategy files. Treat a config or strategy from a stranger as a program.";
  command.addHelpText("after", `\n${text} See docs/concepts/what-you-trust.md.`);
}

/** Collects the values of an option that may be given several times, in order. */
export const collect = (value: string, before: string[] = []): string[] => [...before, value];

/** Returns the given options with these names, as texts. */
export function textsOf<Name extends string>(
  options: Readonly<Record<string, unknown>>,
  ...names: readonly Name[]
): { readonly [Each in Name]?: string } {
  const given = names.filter((name) => typeof options[name] === "string");
  return Object.fromEntries(given.map((name) => [name, options[name]])) as { [Each in Name]?: string };
}
