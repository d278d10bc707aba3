import { Command } from "commander";
import { COMMANDS } from "../src/cli/commands.js";
import { openTerminal } from "../src/cli/terminal.js";

const silent = openTerminal(process, () => {});

/** The page docs/reference/cli.md: what `--help` says of each command. */
export async function cliPage(): Promise<string> {
  const parts: string[] = [];
  for (const [group, entries] of Object.entries(COMMANDS)) {
    parts.push(`## ${group.replace(/:$/, "")}`);
    for (const entry of entries) {
      const command = new Command(entry.name).description(entry.summary).helpCommand(false);
      new Command("contender").addCommand(command);
      (await entry.load()).define(command, silent);
      parts.push(`### ${entry.name}`, block(command));
      for (const sub of command.commands) parts.push(`#### ${entry.name} ${sub.name()}`, block(sub));
    }
  }
  return `# Commands

Generated from the commands' own help by \`npm run docs\`. Every command accepts \`--config FILE\` and, if it prints something, \`--json\`.

${parts.join("\n\n")}
`;
}

function block(command: Command): string {
  let text = "";
  command.configureOutput({ writeOut: (chunk) => (text += chunk), getOutHelpWidth: () => 100 });
  command.outputHelp();
  return `\`\`\`\n${text.trimEnd()}\n\`\`\``;
}
