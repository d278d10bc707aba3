export const LINE_FEED = 10;
export const COMMA = 44;
const ZERO = 48;
const NINE = 57;
const POINT = 46;

/** The powers of ten that doubles hold exactly. */
const EXACT_POWERS = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/** The number of a text as JSON would write it, or NaN: no spaces, no hex, no sign but minus. */
const NUMBER = /^-?\d+(\.\d*)?([eE][-+]?\d+)?$/;

/**
 * The number in a cell of a CSV buffer, [from, until); NaN where it is none. Digits and a point are
 * read in place: a whole number below 2^53 divided by a power of ten up to 10^22 is the double
 * nearest to the decimal (Clinger, 1990). Everything else goes through the language's own reader.
 */
export function numberIn(bytes: Uint8Array, from: number, until: number): number {
  let digits = 0;
  let decimals = -1;
  for (let i = from; i < until; i++) {
    const byte = bytes[i] as number;
    if (byte >= ZERO && byte <= NINE) {
      digits = digits * 10 + (byte - ZERO);
      if (decimals >= 0) decimals++;
    } else if (byte === POINT && decimals < 0 && i > from) decimals = 0;
    else return slowNumber(bytes, from, until);
  }
  if (until === from) return Number.NaN;
  if (digits > Number.MAX_SAFE_INTEGER) return slowNumber(bytes, from, until);
  if (decimals <= 0) return digits;
  const power = EXACT_POWERS[decimals];
  return power === undefined ? slowNumber(bytes, from, until) : digits / power;
}

function slowNumber(bytes: Uint8Array, from: number, until: number): number {
  const text = textIn(bytes, from, until);
  return NUMBER.test(text) ? Number(text) : Number.NaN;
}

/** A date and time of ISO 8601; without a zone it is UTC. Databases write zones of whole hours as `+00`. */
const ISO = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(?:Z|([+-]\d{2})(?::?(\d{2}))?)?$/;

/** Epoch milliseconds of a date and time in ISO 8601; NaN where it is none (February 30th included). */
export function parseIso(text: string): number {
  const [, date, time, hours = "+00", minutes = "00"] = ISO.exec(text) ?? [];
  if (date === undefined || time === undefined) return Number.NaN;
  // Some days that do not exist are read as days of the next month: they do not print as they were written.
  const day = Date.parse(`${date}T00:00Z`);
  if (Number.isNaN(day) || !new Date(day).toISOString().startsWith(date)) return Number.NaN;
  return Date.parse(`${date}T${time}${hours}:${minutes}`);
}

const DECODER = new TextDecoder();

export function textIn(bytes: Uint8Array, from: number, until: number): string {
  return DECODER.decode(bytes.subarray(from, until));
}

/** Whether a number can be a moment of a log: whole epoch milliseconds. */
export const isMoment = (value: number): boolean => value >= 0 && Number.isInteger(value);
