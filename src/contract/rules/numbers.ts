/** A whole number with commas between thousands: `3,000`. */
export function withCommas(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** The whole number of a text such as `3,000` or `3000`, from 1 on; null where it is none, or too large to be exact. */
export function wholeNumber(text: string): number | null {
  const count = /^(?:\d+|\d{1,3}(?:,\d{3})+)$/.test(text) ? Number(text.replaceAll(",", "")) : 0;
  return count >= 1 && Number.isSafeInteger(count) ? count : null;
}
