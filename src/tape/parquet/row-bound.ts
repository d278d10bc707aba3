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
