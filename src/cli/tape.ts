import type { Command } from "commander";
import type { ImportReport } from "../app/tape/import.js";
import type { TapeInfo } from "../app/tape/info.js";
import { act, collect, examples } from "./action.js";
import type { Terminal } from "./terminal.js";

/** `contender tape import | synthetic | info | check | compact`. */
export function define(command: Command, terminal: Terminal): void {
  examples(command, {
    "contender tape import *USDT-5m.csv.gz --map ETH=WETH.eth --map LINK=LINK.eth@0x5149… --out tapes/2024":
      "several files into one tape, each token by the symbol in its file's name",
    "contender tape import eth.csv --token WETH.eth --out tapes/eth": "one file",
    "contender tape info data/tape": "what the bot has recorded",
    "contender tape check tapes/2024": "gaps, impossible bars, prices that stand still: with place and remedy",
  });
  defineImport(command.command("import"), terminal);
  defineSynthetic(command.command("synthetic"), terminal);
  defineInfo(command.command("info"), terminal);
  defineCheck(command.command("check"), terminal);
  defineCompact(command.command("compact"), terminal);
}

function defineImport(command: Command, terminal: Terminal): void {
  command
    .description("files of CSV or JSON, plain or gzip, into a tape: bars, bid and ask, or prices")
    .argument("<file...>", "the files; what is guessed of their columns and times is said")
    .requiredOption("--out <folder>", "the tape, which is made, or grows")
    .option(
      "--token <token>",
      "once for each file: WETH.eth, or LINK.eth@ADDRESS for one that config does not name",
      collect,
    )
    .option("--map <symbol=token>", "the token of the symbol in a file's name: BTC=WBTC.eth", collect)
    .option(
      "--columns <names>",
      "their names from the left, where the file does not say: time,open,high,low,close,volume",
    )
    .option("--time-unit <unit>", "of epoch numbers: s, ms, us or ns (default: told by their size)")
    .option("--time-zone <zone>", "of times that do not name theirs: +01:00, America/New_York (default: UTC)")
    .option("--decimal-comma", "numbers are written like 1.234,56")
    .option("--sort", "put rows in order that are not, and drop those that stand twice")
    .option("--replace", "take the files' rows where the tape has others")
    .option("--source <text>", "where a new tape says that its prices come from (default: the files' names)");
  examples(command, {
    "contender tape import eth.csv --token WETH.eth --out tapes/eth": "one file",
    "contender tape import eth-2024.csv eth-2025.csv --token WETH.eth --token WETH.eth --out tapes/eth":
      "a token once for each file",
    "contender tape import *USDT-5m.csv.gz --map ETH=WETH.eth --map BTC=WBTC.eth --out tapes/2024":
      "each token by the symbol in its file's name",
  });
  act(command, terminal, async (context, options, files) => {
    const { importFiles } = await import("../app/tape/import.js");
    const report = await importFiles(files, { ...options, config: context.config }, await context.progress());
    await context.show(report, () => importText(report));
  });
}

async function importText({ files, notes, tape }: ImportReport): Promise<string> {
  const [{ tapeText }, { printable }] = await Promise.all([import("./format/tape.js"), import("../core/printable.js")]);
  const lines = files.flatMap(({ file, token, rows, added, same, replaced, notes: told }) => {
    const before = same + replaced === 0 ? "" : `, ${added} new, ${same} there already, ${replaced} replaced`;
    return [`${file}: ${rows} rows of ${token}${before}`, ...told.map((note) => `  ${note}`)];
  });
  return [...[...lines, ...notes].map(printable), "", tapeText(tape)].join("\n");
}

const infoText = async (info: TapeInfo): Promise<string> => (await import("./format/tape.js")).tapeText(info);

function defineSynthetic(command: Command, terminal: Terminal): void {
  command
    .description("a tape of made-up prices; it says so")
    .requiredOption("--out <folder>", "the tape: a folder that is not there")
    .requiredOption("--seed <seed>", "the same seed, range and tokens give the same prices")
    .requiredOption("--from <time>", "2025-01-31, 2025-01-31T12:00Z, or how long ago (30d)")
    .option("--to <time>", "the end of the range")
    .option("--duration <time>", "instead of --to: how long it is, such as 30d")
    .option("--every <time>", "between two readings (default: 1m)")
    .option(
      "--tokens <names>",
      "WETH.eth,WETH.arbitrum=3000: with the price where a token begins, unless it is a usual one",
    );
  examples(command, {
    "contender tape synthetic --seed 7 --from 2025-01-01 --duration 30d --out tapes/made-up":
      "the usual tokens, a minute apart",
    "contender tape synthetic --seed 7 --from 30d --duration 30d --every 5m --tokens WETH.eth,WETH.arbitrum=3000 --out tapes/two":
      "two tokens, until now",
  });
  act(command, terminal, async (context, options) => {
    const { makeSynthetic } = await import("../app/tape/synthetic.js");
    const { systemClock } = await import("../core/time/system-clock.js");
    const flags = { ...options, config: context.config };
    const info = await makeSynthetic(flags, systemClock.now(), await context.progress());
    await context.show(info, () => infoText(info));
  });
}

function defineInfo(command: Command, terminal: Terminal): void {
  command.description("what a tape holds").argument("<tape>", "its folder");
  examples(command, {
    "contender tape info data/tape": "which tokens, from when to when, where from",
  });
  act(command, terminal, async (context, _options, [folder = ""]) => {
    const { tapeInfo } = await import("../app/tape/info.js");
    const info = tapeInfo(folder, await context.progress());
    await context.show(info, () => infoText(info));
  });
}

function defineCheck(command: Command, terminal: Terminal): void {
  command
    .description("what is wrong with tapes or CSV files; exit code 1 where something is")
    .argument("<place...>", "folders of tapes, or files")
    .option("--columns <names>", "of files that do not say it: time,open,high,low,close,volume")
    .option("--time-unit <unit>", "of epoch numbers in files: s, ms, us or ns")
    .option("--time-zone <zone>", "of times in files that do not name theirs: +01:00, America/New_York (default: UTC)")
    .option("--decimal-comma", "numbers in files are written like 1.234,56");
  examples(command, {
    "contender tape check tapes/2024": "gaps, impossible bars, prices that stand still: with place and remedy",
    "contender tape check eth.csv --columns time,open,high,low,close,volume": "a file, before it is imported",
  });
  act(command, terminal, async (context, options, places) => {
    const { checkAll } = await import("../app/tape/check.js");
    const report = checkAll(places, options, await context.progress());
    await context.show(report, async () => (await import("./format/tape.js")).findingsText(report));
    return report.wrong > 0 ? 1 : 0;
  });
}

function defineCompact(command: Command, terminal: Terminal): void {
  command
    .description("moves what was recorded into Parquet files, which are read at once")
    .argument("<tape>", "its folder; nothing may be recording into it");
  examples(command, { "contender tape compact data/recorded": "what `contender record` wrote, once it has ended" });
  act(command, terminal, async (context, _options, [folder = ""]) => {
    const { compact } = await import("../app/tape/compact.js");
    const info = await compact(folder, await context.progress());
    await context.show(info, () => infoText(info));
  });
}
