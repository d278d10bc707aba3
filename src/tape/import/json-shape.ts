const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Lists and objects within each other. */
const DEEPEST = 16;
/** A row of prices has a time, which takes ten digits: what is shorter on the whole are no prices, and fills the memory. */
const BYTES_OF_ROW = 12;
/** An answer may have some lists and objects around its rows. */
const SPARE = 1_000;

/**
 * Why JSON is not parsed: its lists and objects would take many times as much memory as it has bytes. Null where nothing
 * speaks against it.
 */
export function shapeProblem(bytes: Uint8Array): string | null {
  const most = SPARE + bytes.length / BYTES_OF_ROW;
  let depth = 0;
  let containers = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    if (byte === QUOTE) i = endOfText(bytes, i);
    else if (CLOSING.has(byte)) depth--;
    else if (OPENING.has(byte)) {
      if (++depth > DEEPEST) return `its lists and objects are nested more than ${DEEPEST} levels deep`;
      if (++containers > most) return "its lists and objects are shorter than a time and a price";
    }
  }
  return null;
}

function endOfText(bytes: Uint8Array, open: number): number {
  for (let i = open + 1; i < bytes.length; i++) {
    if (bytes[i] === BACKSLASH) i++;
    else if (bytes[i] === QUOTE) return i;
  }
  return bytes.length;
}
