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
      const { amount, price } = await import("./format/numbers.js");
      return facts({
        sold: `${amount(quote.fromAmount)} ${quote.from}`,
        bought: `${amount(quote.toAmount)} ${quote.to}`,
        rate: price(quote.exchangeRate),
        slippage: `${quote.slippage.toFixed(4)}%${Number(quote.toAmount) > 0 ? "" : " (no trade can be made on this quote)"}`,
        "price of what is sold": `${price(quote.fromPrice)} USD`,
        "price of what is bought": `${price(quote.toPrice)} USD`,
      });
    },
  );
}
