import type { Command } from "commander";
import { act, evaluatesCode, examples } from "./action.js";
import type { Terminal } from "./terminal.js";

/** `contender doctor`: a line for each check, with the remedy where one is needed. */
export function define(command: Command, terminal: Terminal): void {
  examples(command, {
    "contender doctor": "before the first start",
    "contender doctor --config live.yaml": "before a competition",
  });
  evaluatesCode(command);
  act(command, terminal, async (context) => {
    const { examine } = await import("../app/doctor/run.js");
    const { table } = await import("./format/table.js");
    const { findings, exitCode } = await examine(context.config);
    await context.show({ findings }, () =>
      table(
        ["", "", ""],
        findings.map(({ status, check, text, remedy }) => [
          status,
          check,
          remedy === "" ? text : `${text.replace(/\.$/, "")}. ${remedy}`,
        ]),
        "",
      ).trim(),
    );
    return exitCode;
  });
}
