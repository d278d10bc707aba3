import type { Command } from "commander";
import type { ImportReport } from "../app/tape/import.js";
import type { TapeInfo } from "../app/tape/info.js";
import { act, collect, examples } from "./action.js";
import type { Terminal } from "./terminal.js";

/** `contender tape import | synthetic | info | check | compact`. */
export function define(command: Command, terminal: Terminal): void {
  examples(command, {
    "contender tape import *USDT-5m.csv.gz --map ETH=WETH.eth --map LINK=LINK.eth@0x5149… --out tapes/2024":
      "several files into one tape; file names contain the symbols",
    "contender tape import eth.csv --token WETH.eth --out tapes/eth": "one file",
    "contender tape info data/tape": "the tape recorded by the bot",
    "contender tape check tapes/2024": "find gaps, impossible bars and frozen prices, each with a remedy",
  });
  defineImport(command.command("import"), terminal);
  defineSynthetic(command.command("synthetic"), terminal);
  defineInfo(command.command("info"), terminal);
  defineCheck(command.command("check"), terminal);
  defineCompact(command.command("compact"), terminal);
}

function defineImport(command: Command, terminal: Terminal): void {
  command
    .description("import CSV or JSON files (plain or gzip) into a tape: bars, bid and ask, or prices")
    .argument("<file...>", "the files; guesses about their columns and times are reported")
    .requiredOption("--out <folder>", "the tape's folder; created, or extended if it exists")
    .option(
      "--token <token>",
      "the token, once for each file: WETH.eth, or LINK.eth@ADDRESS if the config does not define it",
      collect,
    )
    .option("--map <symbol=token>", "the token for a symbol in file names: BTC=WBTC.eth", collect)
    .option(
      "--columns <names>",
      "column names from the left, if the file has no header: time,open,high,low,close,volume",
    )
    .option("--time-unit <unit>", "unit of epoch times: s, ms, us or ns (default: guessed from their size)")
    .option("--time-zone <zone>", "time zone of times without one: +01:00, America/New_York (default: UTC)")
    .option("--decimal-comma", "numbers are written like 1.234,56")
    .option("--sort", "sort the rows by time and drop duplicates")
    .option("--replace", "overwrite rows of the tape that differ")
    .option("--source <text>", "the source to note in a new tape (default: the files' names)");
  examples(command, {
    "contender tape import eth.csv --token WETH.eth --out tapes/eth": "one file",
    "contender tape import eth-2024.csv eth-2025.csv --token WETH.eth --token WETH.eth --out tapes/eth":
      "two files of one token",
    "contender tape import *USDT-5m.csv.gz --map ETH=WETH.eth --map BTC=WBTC.eth --out tapes/2024":
      "tokens found by the symbols in the file names",
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
    const before = same + replaced === 0 ? "" : `, ${added} new, ${same} already there, ${replaced} replaced`;
    return [`${file}: ${rows} rows of ${token}${before}`, ...told.map((note) => `  ${note}`)];
  });
  return [...[...lines, ...notes].map(printable), "", tapeText(tape)].join("\n");
}

const infoText = async (info: TapeInfo): Promise<string> => (await import("./format/tape.js")).tapeText(info);

function defineSynthetic(command: Command, terminal: Terminal): void {
  command
    .description("make a tape of synthetic prices, marked as such")
    .requiredOption("--out <folder>", "the tape's folder, which must not exist")
    .requiredOption("--seed <seed>", "the same seed, range and tokens give the same prices")
    .requiredOption("--from <time>", "start of the range: 2025-01-31, 2025-01-31T12:00Z, or a time ago (30d)")
    .option("--to <time>", "end of the range")
    .option("--duration <time>", "instead of --to: length of the range, such as 30d")
    .option("--every <time>", "time between two prices (default: 1m)")
    .option(
      "--tokens <names>",
      "WETH.eth,WETH.arbitrum=3000: tokens with their first price, which well-known tokens do not need",
    );
  examples(command, {
    "contender tape synthetic --seed 7 --from 2025-01-01 --duration 30d --out tapes/made-up":
      "the well-known tokens, one price a minute",
    "contender tape synthetic --seed 7 --from 30d --duration 30d --every 5m --tokens WETH.eth,WETH.arbitrum=3000 --out tapes/two":
      "two tokens, the last 30 days",
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
  command.description("show what a tape holds").argument("<tape>", "the tape's folder");
  examples(command, {
    "contender tape info data/tape": "tokens, time range and source",
  });
  act(command, terminal, async (context, _options, [folder = ""]) => {
    const { tapeInfo } = await import("../app/tape/info.js");
    const info = tapeInfo(folder, await context.progress());
    await context.show(info, () => infoText(info));
  });
}

function defineCheck(command: Command, terminal: Terminal): void {
  command
    .description("find errors in tapes or CSV files; exit code 1 if there are any")
    .argument("<place...>", "tape folders or files")
    .option("--columns <names>", "column names of files without a header: time,open,high,low,close,volume")
    .option("--time-unit <unit>", "unit of epoch times in files: s, ms, us or ns")
    .option("--time-zone <zone>", "time zone of times without one in files: +01:00, America/New_York (default: UTC)")
    .option("--decimal-comma", "numbers in files are written like 1.234,56");
  examples(command, {
    "contender tape check tapes/2024": "find gaps, impossible bars and frozen prices, each with a remedy",
    "contender tape check eth.csv --columns time,open,high,low,close,volume": "check a file before importing it",
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
    .description("move recorded prices into Parquet files, which load faster")
    .argument("<tape>", "the tape's folder; no process may be recording into it");
  examples(command, { "contender tape compact data/recorded": "a tape of `contender record`, after it has ended" });
  act(command, terminal, async (context, _options, [folder = ""]) => {
    const { compact } = await import("../app/tape/compact.js");
    const info = await compact(folder, await context.progress());
    await context.show(info, () => infoText(info));
  });
}
