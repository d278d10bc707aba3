/** Numbers as people read them; src/core/format.ts writes the same, a test holds them equal. */

/**
 * @param {number} value
 * @param {number} decimals
 */
function fixed(value, decimals) {
  const text = Math.abs(value).toFixed(decimals);
  const [whole = "", fraction] = text.split(".");
  const apart = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  const minus = value < 0 && /[1-9]/.test(text) ? "−" : "";
  return `${minus}${apart}${fraction === undefined ? "" : `.${fraction}`}`;
}

/** @param {number} value */
export function usd(value) {
  const text = fixed(value, 2);
  return text.startsWith("−") ? `−$${text.slice(1)}` : `$${text}`;
}

/** @param {number} fraction */
export function percent(fraction) {
  return `${fixed(fraction * 100, 2)}%`;
}

/** @param {number} fraction */
export function change(fraction) {
  const text = percent(fraction);
  return text.startsWith("−") || !/[1-9]/.test(text) ? text : `+${text}`;
}

/** @param {number} value */
export function digits(value) {
  if (value === 0 || !Number.isFinite(value)) return String(value);
  const decimals = Math.max(0, 6 - Math.ceil(Math.log10(Math.abs(value))));
  // What has more digits than can be read is written with its power of ten.
  if (decimals > 20 || Math.abs(value) >= 1e21) return value.toExponential(5).replace(/^-/, "−");
  const text = fixed(value, decimals);
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** @param {number} at epoch milliseconds */
export function moment(at) {
  return new Date(at).toISOString().slice(0, 16).replace("T", " ");
}

/**
 * A label of an axis: as short as the step between two labels allows.
 *
 * @param {number} value
 * @param {number} step
 * @param {"usd" | "fraction" | "count"} unit
 * @param {number} largest of the axis: all of its labels have the same suffix
 */
export function tick(value, step, unit, largest) {
  if (unit === "fraction") return `${fixed(value * 100, decimalsOf(step * 100))}%`;
  if (unit === "count") return fixed(value, 0);
  const [scale, suffix] =
    largest >= 1e6 && step >= 1e3 ? [1e6, "M"] : largest >= 1e4 && step >= 10 ? [1e3, "k"] : [1, ""];
  const text = fixed(value / scale, decimalsOf(step / scale));
  return text.startsWith("−") ? `−$${text.slice(1)}${suffix}` : `$${text}${suffix}`;
}

/** @param {number} step */
function decimalsOf(step) {
  const places = Math.max(0, Math.ceil(-Math.log10(Math.abs(step)) - 1e-9));
  // A step of 2.5 needs one more than a step of 2.
  const odd = Math.abs(step * 10 ** places - Math.round(step * 10 ** places)) > 1e-6;
  return Math.min(12, odd ? places + 1 : places);
}
