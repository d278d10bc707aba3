import type { Command } from "commander";
import { act, evaluatesCode, examples } from "./action.js";
import type { Terminal } from "./terminal.js";

/** `contender config check` and `contender config schema`. */
export function define(command: Command, terminal: Terminal): void {
  const check = command
    .command("check")
    .description("validate the config and print it with all defaults and without secrets");
  const schema = command.command("schema").description("print the JSON Schema of config files, for editors");
  examples(command, {
    "contender config check": "the config that `contender start` would use",
    "contender config schema > contender.schema.json":
      "then write in the config's first line: # yaml-language-server: $schema=./contender.schema.json",
  });
  examples(check, { "contender config check --config live.yaml": "validate this file and show its defaults" });
  examples(schema, {
    "contender config schema > contender.schema.json": "for editors that complete and validate YAML",
  });
  evaluatesCode(check);
  act(check, terminal, async (context) => {
    const { checkConfig } = await import("../app/check-config.js");
    const { file, effective, yaml, unstartable, warnings } = checkConfig(context.config);
    if (unstartable !== null)
      terminal.tell(`warning: valid for backtests only; \`contender start\` refuses it: ${unstartable}`);
    for (const text of warnings) terminal.tell(`warning: ${text}`);
    await context.show(effective, () => `# ${file} is valid. With all defaults:\n${yaml.trimEnd()}`);
  });
  act(schema, terminal, async (context) => {
    const { configJsonSchema } = await import("../app/config/json-schema.js");
    const document = configJsonSchema();
    await context.show(document, () => JSON.stringify(document, null, 2));
  });
}
