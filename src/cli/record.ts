import type { Command } from "commander";
import { act, evaluatesCode, examples, textsOf } from "./action.js";
import type { Terminal } from "./terminal.js";

/** `contender record`: the log goes to standard error, the summary to standard output. */
export function define(command: Command, terminal: Terminal): void {
  command
    .option(
      "--tokens <names>",
      "tokens to record, separated by commas (default: those traded by the config's strategies)",
    )
    .option("--every <time>", "time between two readings of a price (default: 30s)")
    .option("--quotes <pairs>", "pairs FROM/TO to quote, separated by commas (default: none)")
    .option("--sizes <usd>", "sizes of these quotes in USD, separated by commas (default: 100,1000,10000)")
    .option("--quotes-every <time>", "time between two readings of a quote (default: 5m)")
    .option(
      "--out <folder>",
      "the tape's folder; an existing tape is continued (default: `recorded` in the data folder)",
    )
    .option("--for <time>", "how long to record (default: until Ctrl-C)");
  examples(command, {
    "contender record --config live.yaml": "prices of the strategies' tokens, until Ctrl-C",
    "contender record --tokens WETH.eth,WBTC.eth --every 30s --for 3d": "prices of two tokens, for three days",
    "contender record --tokens WETH.eth --quotes USDC.eth/WETH.eth,WETH.eth/USDC.eth --sizes 100,1000":
      "prices, and quotes of two sizes",
  });
  evaluatesCode(command);
  act(command, terminal, async (context, options) => {
    const { record } = await import("../app/record/run.js");
    const flags = textsOf(options, "tokens", "every", "quotes", "sizes", "quotesEvery", "out", "for");
    const running = record(context.config, flags);
    terminal.waitForNoReader();
    // Loaded now: days later the installed program may be another version.
    const [end, { recordedText }] = await Promise.all([running, import("./format/recorded.js")]);
    await context.show(end, () => recordedText(end, context.config));
  });
}
