/** A long list as two columns, the first one the longer. */
export function halves<Row>(rows: readonly Row[]): [Row[], Row[]] {
  const middle = Math.ceil(rows.length / 2);
  return [rows.slice(0, middle), rows.slice(middle)];
}
