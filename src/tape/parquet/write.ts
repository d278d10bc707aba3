import { closeSync, fsyncSync, openSync } from "node:fs";
import { dirname } from "node:path";
import type { SchemaElement } from "hyparquet";
import { ensureFile } from "../../core/file/ensure-file.js";
import { fileModeIn } from "../../core/file/modes.js";
import { checkRegular } from "../regular-file.js";

/** A column to be written. Times are epoch milliseconds. */
export type ParquetColumn =
  | { readonly name: string; readonly kind: "time" | "number"; readonly values: Float64Array }
  | { readonly name: string; readonly kind: "text"; readonly values: readonly string[] };

/** Rows of a group: large enough that a page is read in one go, small enough for tools that read groups in parallel. */
const GROUP = 524_288;

const KINDS = {
  time: { type: "INT64", logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" } },
  number: { type: "DOUBLE" },
  text: { type: "BYTE_ARRAY", converted_type: "UTF8" },
} as const;

/**
 * Writes a Parquet file that is on disk when the promise resolves: required columns, uncompressed, numbers and times
 * in plain pages, one a row group, so that they can be read without decoding. Replaces a file of that name.
 */
export async function writeParquet(file: string, columns: readonly ParquetColumn[]): Promise<void> {
  checkRegular(file);
  const { fileWriter, ParquetWriter } = await import("hyparquet-writer");
  const schema: SchemaElement[] = [
    { name: "root", num_children: columns.length },
    ...columns.map(({ name, kind }) => ({ name, repetition_type: "REQUIRED" as const, ...KINDS[kind] })),
  ];
  // The library would make it by the process's mask alone.
  ensureFile(file, fileModeIn(dirname(file)));
  const writer = new ParquetWriter({
    writer: fileWriter(file),
    schema,
    codec: "UNCOMPRESSED",
    createdBy: "contender",
  });
  const rows = columns[0]?.values.length ?? 0;
  for (let from = 0; from < rows; from += GROUP)
    await writer.write({
      columnData: columns.map((column) => ({ ...source(column, from, from + GROUP), name: column.name })),
      rowGroupSize: GROUP,
      pageSize: 0,
    });
  await writer.finish();
  const handle = openSync(file, "r+");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function source(column: ParquetColumn, from: number, until: number) {
  if (column.kind === "text") return { data: column.values.slice(from, until) };
  const values = column.values.subarray(from, until);
  if (column.kind === "number") return { data: values, encoding: "PLAIN" as const, statistics: false };
  return { data: BigInt64Array.from(values, BigInt), encoding: "PLAIN" as const };
}
