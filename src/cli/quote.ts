import type { Command } from "commander";
import { ask, examples } from "./action.js";
import type { Terminal } from "./terminal.js";

/** `contender quote FROM TO AMOUNT`. It does not trade. */
export function define(command: Command, terminal: Terminal): void {
  command
    .argument("<from>", "the token to sell")
    .argument("<to>", "the token to buy")
    .argument("<amount>", "amount of <from>, in tokens");
  examples(command, { "contender quote USDC.eth WETH.eth 100": "how much 100 USDC buys now" });
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
        slippage: `${plainFixed(quote.slippage, 4)}%${Number(quote.toAmount) > 0 ? "" : " (this quote cannot be traded)"}`,
        "price of the sold token": `${plainDigits(quote.fromPrice)} USD`,
        "price of the bought token": `${plainDigits(quote.toPrice)} USD`,
      });
    },
  );
}
