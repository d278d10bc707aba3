/** The page's colours as its style has them now: light, dark, or on paper. */

/** @type {Map<string, string>} */
const known = new Map();

/** To be called when the colours have changed. */
export function forgetColours() {
  known.clear();
}

/**
 * @param {string} name such as `run0`
 * @param {number} [alpha] 0 to 1
 * @returns {string} a colour that a canvas understands
 */
export function colour(name, alpha) {
  let value = known.get(name);
  if (value === undefined) {
    value = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
    known.set(name, value);
  }
  if (alpha === undefined || !/^#[0-9a-f]{6}$/i.test(value)) return value;
  return (
    value +
    Math.round(alpha * 255)
      .toString(16)
      .padStart(2, "0")
  );
}
