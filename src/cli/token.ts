import type { Command } from "commander";
import { ask, examples } from "./action.js";
import type { Terminal } from "./terminal.js";

/** `contender token TOKEN`: the service's information about a token. */
export function define(command: Command, terminal: Terminal): void {
  command.argument("<token>", "ALIAS.chain, a unique alias, or address.chain");
  examples(command, { "contender token WETH.eth": "address, chain and price" });
  ask<"token">(
    command,
    terminal,
    ([token = ""]) => ({ do: "token", token }),
    async (answer) => {
      const { facts } = await import("./format/table.js");
      const { plainDigits } = await import("../core/format.js");
      return facts({
        token: answer.token,
        address: answer.address,
        chain: answer.chain,
        "specific chain": answer.specificChain ?? "unknown to the service",
        "price (USD)": plainDigits(answer.usd),
        cash: answer.cash ? "yes" : "no",
      });
    },
  );
}
