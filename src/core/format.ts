import { DAY, HOUR, MINUTE, SECOND } from "./time/duration.js";

/** Numbers as people read them, the same on every machine: no locale is asked. src/report/page/format.js writes the same. */

/** Digits with thousands apart, and a true minus sign; a zero has none. */
export function fixed(value: number, decimals: number): string {
  const text = Math.abs(value).toFixed(decimals);
  const [whole = "", fraction] = text.split(".");
  const apart = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  const minus = value < 0 && /[1-9]/.test(text) ? "−" : "";
  return `${minus}${apart}${fraction === undefined ? "" : `.${fraction}`}`;
}

const signed = (text: string): string => (text.startsWith("−") || !/[1-9]/.test(text) ? text : `+${text}`);

export function count(value: number): string {
  return fixed(value, Number.isInteger(value) ? 0 : 1);
}

/** "1 trade", "2,000 trades". */
export function counted(value: number, one: string): string {
  return `${count(value)} ${value === 1 ? one : `${one}s`}`;
}

export function usd(value: number): string {
  const text = fixed(value, 2);
  return text.startsWith("−") ? `−$${text.slice(1)}` : `$${text}`;
}

/** A fraction as percent: 0.0123 is `1.23%`. */
export function percent(fraction: number): string {
  return `${fixed(fraction * 100, 2)}%`;
}

/** A change as percent, with its sign. */
export function change(fraction: number): string {
  return signed(percent(fraction));
}

/** A difference of two fractions in percentage points, with its sign. */
export function points(fraction: number): string {
  return `${signed(fixed(fraction * 100, 2))} points`;
}

/** USD won or lost, with its sign. */
export function gain(value: number): string {
  return signed(usd(value));
}

/** Six significant digits at least, all whole digits always: a price, or an amount for people. */
export function digits(value: number): string {
  if (value === 0 || !Number.isFinite(value)) return String(value);
  const decimals = Math.max(0, 6 - Math.ceil(Math.log10(Math.abs(value))));
  // What has more digits than can be read is written with its power of ten.
  if (decimals > 20 || Math.abs(value) >= 1e21) return value.toExponential(5).replace(/^-/, "−");
  const text = fixed(value, decimals);
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** A moment to the minute, UTC. */
export function moment(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace("T", " ");
}

/** A moment to the millisecond, as ISO 8601; whole seconds without a fraction. */
export function shortIso(at: number): string {
  return new Date(at).toISOString().replace(".000Z", "Z");
}

export { utcDay as day } from "./time/utc.js";

/** A duration by its two largest units: `3 d 4 h`. */
export function duration(ms: number): string {
  const units: readonly [string, number][] = [
    ["d", DAY],
    ["h", HOUR],
    ["min", MINUTE],
    ["s", SECOND],
    ["ms", 1],
  ];
  let left = Math.abs(Math.round(ms));
  const first = units.findIndex(([, size]) => left >= size);
  if (first < 0) return "0 s";
  const parts: string[] = [];
  for (const [unit, size] of units.slice(first, first + 2)) {
    const whole = Math.floor(left / size);
    if (whole > 0) parts.push(`${count(whole)} ${unit}`);
    left -= whole * size;
  }
  return (ms < 0 ? "−" : "") + parts.join(" ");
}
