import { COMMA, textIn } from "../csv-cells.js";

const SEMICOLON = 59;
const TAB = 9;
const DELIMITERS = [COMMA, SEMICOLON, TAB];
/** Bytes that are looked at. */
const HEAD = 4_096;
/** Lines above a header. */
const PREAMBLE = 3;

/** The byte between cells: a tab or a semicolon that every line has as often, where numbers may have commas; otherwise what there is most of. */
export function delimiterOf(bytes: Uint8Array): number {
  const head = bytes.subarray(0, HEAD);
  const even = [TAB, SEMICOLON].find((delimiter) => isEven(head, String.fromCharCode(delimiter)));
  if (even !== undefined) return even;
  const counts = DELIMITERS.map((delimiter) => head.reduce((count, byte) => count + (byte === delimiter ? 1 : 0), 0));
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? COMMA;
}

function isEven(head: Uint8Array, delimiter: string): boolean {
  const lines = textIn(head, 0, head.length).split(/\r?\n/);
  // The last one may be cut off.
  const whole = (lines.length > 1 ? lines.slice(0, -1) : lines).filter((line) => line !== "");
  const counts = whole
    .slice(whole.length > PREAMBLE + 1 ? PREAMBLE : 0)
    .map((line) => line.split(delimiter).length - 1);
  const [first = 0] = counts;
  return first > 0 && counts.every((count) => count === first);
}
