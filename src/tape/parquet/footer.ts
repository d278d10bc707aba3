import { fstatSync, readSync } from "node:fs";
import type { ColumnMetaData, FileMetaData, SchemaElement } from "hyparquet";
import { parquetMetadata } from "hyparquet/src/metadata.js";

/** Rows that a file of any size may have. */
const LEAST_ROWS = 1_048_576;
/**
 * Times that a second apart are, packed by gzip, take a tenth of a byte each: what takes less is made to fill the memory.
 */
const ROWS_OF_BYTE = 16;
/** Throws an Error where a file says that it has more rows than its bytes can hold. */
export function checkRows(rows: number, groups: readonly number[], size: number): void {
  const sum = groups.reduce((all, one) => all + one, 0);
  if (![rows, ...groups].every((one) => Number.isSafeInteger(one) && one >= 0) || sum !== rows)
    throw new Error(`it claims ${rows} rows, but its row groups claim ${sum}`);
  if (rows > LEAST_ROWS + ROWS_OF_BYTE * size)
    throw new Error(`it claims ${rows} rows, which do not fit in its ${size} bytes`);
}

/** Bytes at a file's end among which its footer usually is. */
const TAIL = 65_536;
/** The last four bytes of every Parquet file, and the four before them: the length of the metadata. */
const TRAILER = 8;

/** Bytes of a footer that are read: one with a thousand row groups has a megabyte. */
const LONGEST = 16 * 1_048_576;

/** One column of one row group. */
export interface Chunk {
  readonly element: SchemaElement;
  readonly meta: ColumnMetaData;
  /** Where the row group begins, and how many rows it has. */
  readonly firstRow: number;
  readonly rows: number;
}

export interface Footer {
  readonly metadata: FileMetaData;
  readonly rows: number;
  /** Names of the columns that are not nested. */
  readonly names: readonly string[];
  chunks(name: string): Chunk[];
}

/** Reads the footer of an open file. Throws an Error that says what is wrong with it. */
export function readFooter(fd: number): Footer {
  const { size } = fstatSync(fd);
  if (size < TRAILER) throw new Error("it is too short to be a Parquet file");
  let tail = readBytes(fd, Math.max(0, size - TAIL), Math.min(size, TAIL));
  const length = new DataView(tail.buffer).getUint32(tail.length - TRAILER, true) + TRAILER;
  if (length > size) throw new Error("its end is missing or damaged: it was cut short");
  if (length > LONGEST) throw new Error(`its footer has ${length} bytes, at most ${LONGEST} are read`);
  if (length > tail.length) tail = readBytes(fd, size - length, length);
  const metadata = parquetMetadata(tail, { geoparquet: false });
  const groups = metadata.row_groups.map(({ num_rows }) => Number(num_rows));
  checkRows(Number(metadata.num_rows), groups, size);
  const leaves = metadata.schema.slice(1).filter((element) => element.num_children === undefined);
  return {
    metadata,
    rows: Number(metadata.num_rows),
    names: leaves.map(({ name }) => name),
    chunks: (name) => chunksOf(metadata, leaves, name),
  };
}

function chunksOf(metadata: FileMetaData, leaves: readonly SchemaElement[], name: string): Chunk[] {
  const element = leaves.find((leaf) => leaf.name === name);
  if (element === undefined) throw new Error(`it has no column "${name}"`);
  const chunks: Chunk[] = [];
  let firstRow = 0;
  for (const group of metadata.row_groups) {
    const rows = Number(group.num_rows);
    const meta = group.columns.find(({ meta_data }) => meta_data?.path_in_schema.join(".") === name)?.meta_data;
    if (meta === undefined) throw new Error(`a row group lacks the column "${name}"`);
    chunks.push({ element, meta, firstRow, rows });
    firstRow += rows;
  }
  return chunks;
}

/** Exactly these bytes of a file, in memory of their own. */
export function readBytes(fd: number, position: number, length: number): Uint8Array<ArrayBuffer> {
  // Before there is memory for what a damaged file says.
  if (!(position >= 0 && length >= 0 && position + length <= fstatSync(fd).size))
    throw new Error("it ends in the middle of a column: it was cut short");
  const bytes = new Uint8Array(length);
  readInto(fd, bytes, position);
  return bytes;
}

/** Fills the bytes from a place in the file; throws where it ends before. */
export function readInto(fd: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.length;) {
    const read = readSync(fd, bytes, done, bytes.length - done, position + done);
    if (read === 0) throw new Error("it ends in the middle of a column: it was cut short");
    done += read;
  }
}
