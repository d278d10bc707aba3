import { parquetHeader } from "hyparquet/src/column.js";
import type { Chunk } from "./footer.js";

/**
 * Bytes of a value once it is unpacked: a number has 8, and some for its place in a dictionary; of texts there are names
 * of tokens.
 */
const BYTES_OF_VALUE = { text: 1_024, number: 16 };
/** Bytes that a page of any number of values may have besides. */
const SPARE = 65_536;

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
    if (!(unpacked >= 0 && unpacked <= most)) fail(`claims to unpack to ${unpacked} bytes; at most ${most} are read`);
    const data = header.data_page_header ?? header.data_page_header_v2;
    const values = (data ?? header.dictionary_page_header)?.num_values ?? 0;
    if (!(values >= 0 && values <= rows)) fail(`claims ${values} values for ${rows} rows`);
    if (data !== undefined) left -= values;
    // A page without a value brings the end no nearer.
    if (data !== undefined && values === 0) fail("has no value");
    reader.offset += packed;
  }
}
