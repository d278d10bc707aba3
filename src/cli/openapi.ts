import type { Command } from "commander";
import { act, examples } from "./action.js";
import type { Terminal } from "./terminal.js";

/** `contender openapi`. It always prints JSON. */
export function define(command: Command, terminal: Terminal): void {
  examples(command, { "contender openapi > openapi.json": "for client generators and editors" });
  act(command, terminal, async (context) => {
    const { openApi } = await import("../app/openapi.js");
    const document = openApi();
    await context.show(document, () => JSON.stringify(document, null, 2));
  });
}
