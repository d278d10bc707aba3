import { parquetHeader } from "hyparquet/src/column.js";
import type { Chunk } from "./footer.js";

/** Rows that a file of any size may have. */
const LEAST_ROWS = 1_048_576;
/** Times that a second apart are, packed by gzip, take a tenth of a byte each: what takes less is made to fill the memory. */
const ROWS_OF_BYTE = 16;
/** Bytes of a value once it is unpacked: a number has 8, and some for its place in a dictionary; of texts there are names of tokens. */
const BYTES_OF_VALUE = { text: 1_024, number: 16 };
/** Bytes that a page of any number of values may have besides. */
const SPARE = 65_536;

/** Throws an Error where a file says that it has more rows than its bytes can hold. */
export function checkRows(rows: number, groups: readonly number[], size: number): void {
  const sum = groups.reduce((all, one) => all + one, 0);
  if (![rows, ...groups].every((one) => Number.isSafeInteger(one) && one >= 0) || sum !== rows)
    throw new Error(`it says that it has ${rows} rows, and its row groups that they have ${sum}`);
  if (rows > LEAST_ROWS + ROWS_OF_BYTE * size)
    throw new Error(`it says that it has ${rows} rows, which do not fit in its ${size} bytes`);
}

/**
 * Looks at the headers of all pages of a chunk before one of them is unpacked. Throws an Error where they have other
 * values than its rows, or more bytes than these can need.
 *
 * @param bytes of the chunk, from its first page on
 */
export function checkPages(bytes: Uint8Array, { element, meta, rows }: Chunk): void {
  const most = SPARE + rows * (meta.type === "BYTE_ARRAY" ? BYTES_OF_VALUE.text : BYTES_OF_VALUE.number);
  const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length), offset: 0 };
  const fail = (what: string): never => {
    throw new Error(`a page of its column "${element.name}" ${what}`);
  };
  for (let left = rows; left > 0;) {
    if (reader.offset >= bytes.length - 1) return;
    const header = parquetHeader(reader);
    const { uncompressed_page_size: unpacked, compressed_page_size: packed } = header;
    if (!(packed >= 0 && reader.offset + packed <= bytes.length)) fail("is cut short");
    if (!(unpacked >= 0 && unpacked <= most))
      fail(`says that it unpacks to ${unpacked} bytes, at most ${most} are read`);
    const data = header.data_page_header ?? header.data_page_header_v2;
    const values = (data ?? header.dictionary_page_header)?.num_values ?? 0;
    if (!(values >= 0 && values <= rows)) fail(`says that it has ${values} values, of ${rows} rows`);
    if (data !== undefined) left -= values;
    // A page without a value brings the end no nearer.
    if (data !== undefined && values === 0) fail("has no value");
    reader.offset += packed;
  }
}
