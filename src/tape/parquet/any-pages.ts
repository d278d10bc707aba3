import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { DecodedArray } from "hyparquet";
import { readColumn } from "hyparquet/src/column.js";
import { DEFAULT_PARSERS } from "hyparquet/src/convert.js";
import { parquetSchema } from "hyparquet/src/metadata.js";
import { getTreePath } from "hyparquet/src/schema.js";
import { checkPages } from "./page-bounds.js";
import { readBytes, type Chunk, type Footer } from "./footer.js";

/** Times as epoch milliseconds instead of dates. */
const PARSERS = {
  ...DEFAULT_PARSERS,
  timestampFromMilliseconds: (value: bigint) => Number(value),
  timestampFromMicroseconds: (value: bigint) => Number(value) / 1e3,
  timestampFromNanoseconds: (value: bigint) => Number(value) / 1e6,
};

/** To the length that a page's header says, which is bounded. Besides Snappy and none, which hyparquet brings along. */
const COMPRESSORS = {
  GZIP: (bytes: Uint8Array, length: number) => gunzipSync(bytes, { maxOutputLength: Math.max(1, length) }),
  BROTLI: (bytes: Uint8Array, length: number) => brotliDecompressSync(bytes, { maxOutputLength: Math.max(1, length) }),
};

/** The values of a chunk of any kind that hyparquet reads: compressed, of a dictionary, with nulls. */
export function readAnyPages(fd: number, { metadata }: Footer, chunk: Chunk): DecodedArray[] {
  const { meta, rows } = chunk;
  const schemaPath = getTreePath(parquetSchema(metadata), meta.path_in_schema);
  const { element } = schemaPath.at(-1) as (typeof schemaPath)[number];
  // Some writers name no dictionary page, though there is one before the first data page.
  const offsets = [meta.data_page_offset, meta.dictionary_page_offset].filter((at) => at !== undefined && at > 0n);
  const begin = Math.min(...offsets.map(Number));
  const bytes = readBytes(fd, begin, Number(meta.total_compressed_size));
  checkPages(bytes, chunk);
  const { data } = readColumn(
    { view: new DataView(bytes.buffer), offset: 0 },
    { groupStart: 0, selectStart: 0, selectEnd: rows, groupRows: rows },
    {
      pathInSchema: meta.path_in_schema,
      type: meta.type,
      element,
      schemaPath,
      codec: meta.codec,
      parsers: PARSERS,
      compressors: COMPRESSORS,
    },
  );
  return data;
}
