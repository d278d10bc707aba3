import type { Command } from "commander";
import { ask, examples } from "./action.js";
import type { Terminal } from "./terminal.js";

/** `contender price TOKEN`. */
export function define(command: Command, terminal: Terminal): void {
  command.argument("<token>", "ALIAS.chain, a unique alias, or address.chain");
  examples(command, {
    "contender price WETH.eth": "by name",
    "contender price 0x6982508145454Ce325dDbE47a25d4ec3d2311933.eth": "by address and chain",
  });
  ask<"price">(
    command,
    terminal,
    ([token = ""]) => ({ do: "price", token }),
    async (answer) => {
      const { plainDigits } = await import("../core/format.js");
      return `${answer.token}  ${answer.usd === null ? "the service has no price" : `${plainDigits(answer.usd)} USD`}`;
    },
  );
}
