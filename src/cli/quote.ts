import type { Command } from "commander";
import { ask, examples } from "./action.js";
import type { Terminal } from "./terminal.js";

/** `contender quote FROM TO AMOUNT`: nothing is traded. */
export function define(command: Command, terminal: Terminal): void {
  command
    .argument("<from>", "the token that is sold")
    .argument("<to>", "the token that is bought")
    .argument("<amount>", "tokens of <from>");
  examples(command, { "contender quote USDC.eth WETH.eth 100": "what 100 USDC would buy now" });
  ask<"quote">(
    command,
    terminal,
    ([from = "", to = "", amount = ""]) => ({ do: "quote", from, to, amount }),
    async (quote) => {
      const { facts } = await import("./format/table.js");
      const { plainDecimal, plainDigits, plainFixed } = await import("../core/format.js");
      return facts({
        sold: `${plainDecimal(quote.fromAmount)} ${quote.from}`,
        bought: `${plainDecimal(quote.toAmount)} ${quote.to}`,
        rate: plainDigits(quote.exchangeRate),
        slippage: `${plainFixed(quote.slippage, 4)}%${Number(quote.toAmount) > 0 ? "" : " (no trade can be made on this quote)"}`,
        "price of what is sold": `${plainDigits(quote.fromPrice)} USD`,
        "price of what is bought": `${plainDigits(quote.toPrice)} USD`,
      });
    },
  );
}
