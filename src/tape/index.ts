import { z } from "zod";
import { members, parts, taking, takingAsync } from "../core/arguments.js";
import {
  aboveZero,
  anyText,
  callback,
  column,
  figure,
  flag,
  having,
  iterable,
  listOf,
  moment,
  number,
  text,
} from "../core/kinds.js";
import { token } from "../model/token-kind.js";
import * as check from "./check-tape.js";
import * as compact from "./folder/compact-tape.js";
import * as csv from "./import/import-csv.js";
import type { TokenHints } from "./import/import-tokens.js";
import * as files from "./import/import-tokens.js";
import * as series from "./import/series.js";
import { TIME_UNITS } from "./import/times.js";
import * as memory from "./memory-tape.js";
import * as open from "./folder/open-tape.js";
import * as synthetic from "./synthetic/synthetic-tape.js";

export * from "./errors.js";
export type { ImportedFile, ImportOptions, ImportResult } from "./import/import-csv.js";
export { tokenOf, type ImportFile, type TokenHints } from "./import/import-tokens.js";
export type { CsvOptions, CsvSeries } from "./import/series.js";
export { TIME_UNITS, type TimeUnit } from "./import/times.js";
export type { Finding } from "./finding.js";
export type { SyntheticTapeOptions, SyntheticTrack } from "./synthetic/synthetic-tape.js";
export { alignedTape, alignmentOf } from "./aligned-tape.js";
export type { CompactOptions } from "./folder/compact-tape.js";
export type { MemoryTapeOptions, MemoryTrack } from "./memory-tape.js";
export { openStored, tapeTokens } from "./folder/open-tape.js";
export type { RecordedQuote, Tape, TapeGap, TapeTrack } from "./tape.js";
export { csvMarket } from "./import/csv-market.js";
export { peggedMarket } from "./pegged-market.js";
export type { Market } from "./market.js";
export { PriceSeries } from "./price-series.js";
export { readBars } from "./import/read-bars.js";
export { syntheticMarket } from "./synthetic/market.js";
export { SYNTHETIC_TOKENS } from "./synthetic/tokens.js";
export { TapeWriter, type TapeWriterOptions } from "./folder/tape-writer.js";

// What the package offers of tapes: what it is given is checked, once a call, and no array is copied.

const folder = text;
const file = text;
const texts = listOf("texts", text);

export const { openTape } = taking({ folder }, { openTape: open.openTape });
export const { checkTape } = taking({ folder, onTrack: callback.optional() }, { checkTape: check.checkTape });
export const { compactTape } = takingAsync(
  { folder, options: members({ onTrack: callback.optional() }).optional() },
  { compactTape: compact.compactTape },
);

/** Whether they fit together is looked at where they are used. */
const bars = parts({
  ...{ length: figure, interval: figure, time: column, open: column, high: column, low: column, close: column },
  volume: column,
});
const columns = column.optional();
const track = members({
  ...{ token, bars: bars.optional(), interval: figure.optional() },
  ...{ times: columns, prices: columns, movedAt: columns, askedAt: columns },
}).check(({ value, issues }) => {
  if ("bars" in value ? value.bars !== undefined : value.times !== undefined && value.prices !== undefined) return;
  issues.push({ code: "custom", message: "must have bars, or times and prices", input: value });
});

export const { memoryTape } = taking(
  { options: members({ label: anyText, tracks: listOf("tracks", track), quotes: iterable.optional() }) },
  { memoryTape: memory.memoryTape },
);

const layout = {
  // One without a name holds nothing that is read.
  columns: listOf("texts", anyText).optional(),
  timeUnit: z.enum(TIME_UNITS, { error: `must be one of ${TIME_UNITS.join(", ")}` }).optional(),
  timeZone: text.optional(),
  decimalComma: flag.optional(),
  sort: flag.optional(),
};
const csvOptions = { ...layout, symbol: text.optional(), onBytes: callback.optional() };

export const { readCsv } = taking(
  { file, options: members({ ...csvOptions, onProblem: callback.optional() }).optional() },
  { readCsv: series.readCsv },
);
export const { checkCsv } = taking({ file, options: members(csvOptions).optional() }, { checkCsv: check.checkCsv });
export const { importCsv } = takingAsync(
  {
    options: members({
      ...layout,
      folder,
      files: listOf("files", parts({ file, token, symbol: text })),
      replace: flag.optional(),
      source: anyText.optional(),
      onProgress: callback.optional(),
    }),
  },
  { importCsv: csv.importCsv },
);
export const { tokensOfFiles } = taking(
  {
    files: texts,
    hints: members({ tokens: texts.optional(), map: texts.optional() } satisfies Record<keyof TokenHints, z.ZodType>),
    registry: having("a TokenRegistry", "resolve", "list"),
  },
  { tokensOfFiles: files.tokensOfFiles },
);
export const { syntheticTape } = takingAsync(
  {
    options: members({
      ...{ folder, seed: anyText, from: moment, to: moment, every: number },
      tokens: listOf("tokens", members({ token, price: aboveZero, volatility: number.optional() })),
      onProgress: callback.optional(),
    }),
  },
  { syntheticTape: synthetic.syntheticTape },
);
