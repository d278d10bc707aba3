import { PassThrough } from "node:stream";
import { Command, type Option } from "commander";
import { expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands.js";
import { openTerminal } from "../../src/cli/terminal.js";
import { run } from "./run.js";

/** A command that does something, with the words that call it. */
interface Leaf {
  readonly words: readonly string[];
  readonly command: Command;
}

const streams = { stdout: new PassThrough(), stderr: new PassThrough() };

async function leaves(): Promise<Leaf[]> {
  const found: Leaf[] = [];
  for (const { name, load } of Object.values(COMMANDS).flat()) {
    const command = new Command(name);
    (await load()).define(
      command,
      openTerminal(streams, () => {}),
    );
    found.push(...leavesOf(command, [name]));
  }
  return found;
}

const leavesOf = (command: Command, words: readonly string[]): Leaf[] =>
  command.commands.length === 0
    ? [{ words, command }]
    : command.commands.flatMap((sub) => leavesOf(sub, [...words, sub.name()]));

const filler = ({ argChoices }: Pick<Option, "argChoices">): string => argChoices?.[0] ?? "x";

/** Each command line with one empty word, and everything else that is needed there. */
function emptied({ words, command }: Leaf): { line: string[]; name: string }[] {
  const needed = command.options.filter(({ mandatory }) => mandatory);
  const line = (args: readonly string[], option?: Option): string[] => [
    ...[...words, ...args],
    ...needed.flatMap((one) => (one === option ? [] : [one.long ?? "", filler(one)])),
    ...(option === undefined ? [] : [option.long ?? "", ""]),
  ];
  const full = command.registeredArguments.map(() => "x");
  return [
    ...command.registeredArguments.map((one, at) => ({ line: line(full.with(at, "")), name: `<${one.name()}>` })),
    ...command.options
      .filter(({ required }) => required)
      .map((option) => ({ line: line(full, option), name: option.long ?? "" })),
  ];
}

it("an empty argument or option of any command is refused by its name", async () => {
  const lines = (await leaves()).flatMap(emptied);
  expect(lines.length).toBeGreaterThan(120);
  for (const { line, name } of lines) {
    const { code, stderr } = await run(...line);
    expect([line, code]).toEqual([line, 2]);
    // Choices, and what has to be JSON, are looked at before.
    if (!/Allowed choices are|It is not JSON/.test(stderr)) expect(stderr).toContain(`error: ${name} is empty (USAGE)`);
  }
});

it("the second of several values is refused too, and one of blanks", async () => {
  expect((await run("tape", "check", "a.csv", "", "b.csv")).stderr).toContain("error: <place> is empty (USAGE)");
  expect((await run("backtest", "--param", "a=b", "--param", " ")).stderr).toContain("error: --param is empty (USAGE)");
  const { stdout } = await run("--json", "sandbox", "--host", "");
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: "USAGE", message: "--host is empty" } });
});
