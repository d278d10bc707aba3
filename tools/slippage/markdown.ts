/** A fraction in basis points (hundredths of a percent), two decimals, never "-0.00". */
export function basisPoints(fraction: number): string {
  const text = (fraction * 10_000).toFixed(2);
  return text === "-0.00" ? "0.00" : text;
}

/** Dollars without cents, with thousands apart. */
export const dollars = (usd: number): string => `$${Math.round(usd).toLocaleString("en-US")}`;

/** A table whose first column is text and whose others are figures. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = header.map((_, i) => (i === 0 ? "---" : "---:"));
  return [header, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
