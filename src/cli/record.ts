import type { Command } from "commander";
import { act, evaluatesCode, examples, textsOf } from "./action.js";
import type { Terminal } from "./terminal.js";

/** `contender record`: the log goes to standard error, what was recorded to standard output. */
export function define(command: Command, terminal: Terminal): void {
  command
    .option("--tokens <names>", "whose prices, apart by commas (default: what the config's strategies trade)")
    .option("--every <time>", "between two readings of a price (default: 30s)")
    .option("--quotes <pairs>", "FROM/TO, apart by commas: of which swaps quotes are read (default: none)")
    .option("--sizes <usd>", "how large these swaps are, USD, apart by commas (default: 100,1000,10000)")
    .option("--quotes-every <time>", "between two readings of a quote (default: 5m)")
    .option("--out <folder>", "the tape; one that is there goes on (default: `recorded` in the data folder)")
    .option("--for <time>", "how long (default: until Ctrl-C)");
  examples(command, {
    "contender record --config live.yaml": "prices of what the strategies trade, until Ctrl-C",
    "contender record --tokens WETH.eth,WBTC.eth --every 30s --for 3d": "of these, for three days",
    "contender record --tokens WETH.eth --quotes USDC.eth/WETH.eth,WETH.eth/USDC.eth --sizes 100,1000":
      "and what swaps of these sizes would give",
  });
  evaluatesCode(command);
  act(command, terminal, async (context, options) => {
    const { record } = await import("../app/record/run.js");
    const flags = textsOf(options, "tokens", "every", "quotes", "sizes", "quotesEvery", "out", "for");
    const running = record(context.config, flags);
    terminal.waitForNoReader();
    // Now, not after days: by then the program may have been replaced by another version.
    const [end, { recordedText }] = await Promise.all([running, import("./format/recorded.js")]);
    await context.show(end, () => recordedText(end, context.config));
  });
}
