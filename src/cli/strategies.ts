import type { Command } from "commander";
import type { StrategyDescription } from "../app/strategies/describe.js";
import { act, evaluatesCode, examples } from "./action.js";
import type { Terminal } from "./terminal.js";

/** `contender strategies`. */
export function define(command: Command, terminal: Terminal): void {
  examples(command, { "contender strategies": "the bundled strategies and those in ./strategies" });
  evaluatesCode(command);
  act(command, terminal, async (context) => {
    const { describeStrategies } = await import("../app/strategies/describe.js");
    const strategies = describeStrategies(process.cwd(), context.config);
    await context.show({ strategies }, () => print(strategies));
  });
}

async function print(strategies: readonly StrategyDescription[]): Promise<string> {
  const { table } = await import("./format/table.js");
  const { printable } = await import("../core/printable.js");
  const one = (strategy: StrategyDescription): string => {
    if (strategy.error !== null) return printable(`${strategy.name}: cannot be used. ${strategy.error}`);
    const params = table(
      ["  param", "default", "allowed values", ""],
      strategy.params.map((param) => [
        `  ${param.name}`,
        param.default ?? (param.needed ? "(needed)" : "(none)"),
        param.expected,
        param.description,
      ]),
      "  It has no params.",
    );
    const { name, summary, file, schedule } = strategy;
    const head = [`${name}: ${summary}`, `  ${file}`, `  schedule: ${schedule}`];
    return [...head.map(printable), params].join("\n");
  };
  return strategies.length === 0 ? "No strategy was found." : strategies.map(one).join("\n\n");
}
