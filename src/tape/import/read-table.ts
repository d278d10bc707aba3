import { csvOfJson, isJson } from "./json.js";
import { checkLines, readTapeFile } from "./read-file.js";

/** A file as lines of CSV. */
interface Table {
  readonly bytes: Uint8Array;
  /** What messages call the file. */
  readonly name: string;
  /** What was done, for people. */
  readonly notes: readonly string[];
}

/** Reads a file of CSV, or of JSON, which becomes CSV with a line for each row. Throws a TapeError that names the file. */
export function readTable(file: string): Table {
  const bytes = readTapeFile(file);
  if (isJson(bytes)) {
    const csv = csvOfJson(file, bytes);
    return { bytes: csv, name: `${file} (JSON, with a line for each row)`, notes: ["JSON"] };
  }
  checkLines(file, bytes);
  return { bytes, name: file, notes: [] };
}
