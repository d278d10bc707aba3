import { readSync } from "node:fs";
import { parquetHeader } from "hyparquet/src/column.js";
import { readInto, type Chunk } from "./footer.js";

/** Enough for the header of a page without statistics. */
const HEADER = 512;

/**
 * Reads a chunk of doubles or 64-bit integers whose pages are plain, straight from the file into the column, where its
 * values have the right alignment: nothing is decoded, and nothing copied. False, and nothing of use in the column,
 * where the pages are of another kind.
 */
export function readPlainPages(fd: number, { element, meta, firstRow, rows }: Chunk, column: Float64Array): boolean {
  if (meta.codec !== "UNCOMPRESSED" || element.repetition_type !== "REQUIRED") return false;
  if ((meta.type !== "DOUBLE" && meta.type !== "INT64") || meta.dictionary_page_offset !== undefined) return false;
  let position = Number(meta.data_page_offset);
  for (let row = 0; row < rows;) {
    const page = plainPage(fd, position);
    if (page === null || page.values > rows - row) return false;
    readInto(fd, bytesOf(column, firstRow + row, page.values), page.position);
    position = page.position + page.values * 8;
    row += page.values;
  }
  return true;
}

/** Where a plain page's values begin, and how many there are; null where the page is of another kind. */
function plainPage(fd: number, position: number): { position: number; values: number } | null {
  const bytes = new Uint8Array(HEADER);
  const view = new DataView(bytes.buffer, 0, readSync(fd, bytes, 0, HEADER, position));
  const reader = { view, offset: 0 };
  const header = parquetHeader(reader);
  const { data_page_header: one, data_page_header_v2: two } = header;
  const page = two ?? one;
  if (page?.encoding !== "PLAIN") return null;
  const levels = two === undefined ? 0 : two.definition_levels_byte_length + two.repetition_levels_byte_length;
  if (levels !== 0 || header.compressed_page_size !== page.num_values * 8) return null;
  return { position: position + reader.offset, values: page.num_values };
}

function bytesOf(column: Float64Array, first: number, count: number): Uint8Array {
  return new Uint8Array(column.buffer, column.byteOffset + first * 8, count * 8);
}

/** Turns 64-bit integers that were read into a column of doubles into their numbers, in place. */
export function integersToNumbers(column: Float64Array, first: number, count: number): void {
  const halves = new Int32Array(column.buffer, column.byteOffset + first * 8, count * 2);
  const numbers = column.subarray(first, first + count);
  for (let i = 0; i < count; i++)
    numbers[i] = (halves[2 * i + 1] as number) * 4_294_967_296 + ((halves[2 * i] as number) >>> 0);
}
