import { Command } from "commander";
import { beforeAll, describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands.js";
import { openTerminal } from "../../src/cli/terminal.js";
import { PAGES, snippetsOf } from "./pages.js";

const silent = openTerminal(process, () => {});

/** Long and short flags by command, with its subcommands as `tape import`. */
const flags = new Map<string, ReadonlySet<string>>();

beforeAll(async () => {
  for (const entry of Object.values(COMMANDS).flat()) {
    const command = new Command(entry.name);
    (await entry.load()).define(command, silent);
    flags.set(entry.name, flagsOf(command));
    for (const sub of command.commands) flags.set(`${entry.name} ${sub.name()}`, flagsOf(sub));
  }
});

const flagsOf = ({ options }: Command): ReadonlySet<string> =>
  new Set(["--help", "--json", "--config", ...options.flatMap(({ long, short }) => [long ?? "", short ?? ""])]);

/** Each `npx contender …` of a page's shell snippets, without what a comment says behind it. */
function commandsOf(page: string): string[] {
  return snippetsOf(page)
    .filter(({ language }) => language === "sh")
    .flatMap(({ code }) => code.replaceAll("\\\n", " ").split("\n"))
    .flatMap((line) => /npx contender ([^#|>&]+)/.exec(line)?.[1] ?? []);
}

/** Flags of a command that it does not have. */
function unknownFlags(line: string): string[] {
  const [name = "", sub = ""] = line.trim().split(/\s+/);
  const known = flags.get(`${name} ${sub}`) ?? flags.get(name);
  const used = line.replace(/'[^']*'|"[^"]*"/g, "").match(/(?<=\s)--?[a-z][a-z-]*/g) ?? [];
  return known === undefined ? [name] : used.filter((flag) => !known.has(flag));
}

describe("flags in the pages", () => {
  it.each(PAGES)("of %s all exist", (page) => {
    expect(commandsOf(page).flatMap((line) => unknownFlags(line).map((flag) => `${flag} in: ${line}`))).toEqual([]);
  });

  it("are found where one does not exist", () => {
    expect(unknownFlags("backtest --tape x --widnows 7d")).toEqual(["--widnows"]);
    expect(unknownFlags("tape check --out x")).toEqual(["--out"]);
    expect(unknownFlags("backtset")).toEqual(["backtset"]);
    expect(unknownFlags("swap USDC.eth WETH.eth 1 --reason 'no --such flag' --json")).toEqual([]);
  });

  it("are more than forty", () => {
    expect(PAGES.flatMap(commandsOf).length).toBeGreaterThan(40);
  });
});
