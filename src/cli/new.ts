import type { Command } from "commander";
import { act, examples } from "./action.js";
import type { Terminal } from "./terminal.js";

/** `contender new strategy NAME`. */
export function define(command: Command, terminal: Terminal): void {
  const strategy = command
    .command("strategy")
    .description("write ./strategies/NAME.ts, a small strategy that runs unchanged")
    .argument("<name>", "lower-case letters, digits and hyphens");
  for (const each of [command, strategy])
    examples(each, { "contender new strategy dip-buyer": "then change its decide and add it to the config" });
  act(strategy, terminal, async (context, _options, [name = ""]) => {
    const { newStrategy, unallocated, useOf } = await import("../app/strategies/scaffold.js");
    const made = newStrategy(name, process.cwd());
    const { config, there, use } = useOf(made.file, context.config, process.cwd());
    const free = unallocated(config);
    const { configOption } = await import("../app/config-option.js");
    const start = `npx contender start${configOption(context.config)}`;
    const none = free > 0 ? [] : ["The other strategies use the whole allocation; lower theirs by its share."];
    await context.show(made, () =>
      [
        `Wrote ${made.file}`,
        there ? `Add it to your config, ${config}:` : `There is no config yet. Create ${config}:`,
        ...(there ? [] : ["  service:", "    sandbox: { speed: 300, duration: 6h }"]),
        "  strategies:",
        `    - { use: ${use}, allocation: ${free > 0 ? Math.min(0.5, free) : 0.5} }`,
        ...none,
        ...(there
          ? []
          : [`Then \`${start}\` runs it for six hours of sandbox time, which takes little more than a minute.`]),
      ].join("\n"),
    );
  });
}
