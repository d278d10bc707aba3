/** What is wrong, and what to do about it. */
export interface Wrong {
  readonly problem: string;
  readonly remedy: string;
}

export const MEND = "Fix or remove the line.";

/** What stands in a cell, for messages. */
export const foundIn = (text: string): string => (text === "" ? "nothing" : `"${text.slice(0, 40)}"`);

const LIKE = "Rewrite the column with numbers like 1234.56.";
const COMMA =
  "If the comma is the decimal sign, add --decimal-comma. Otherwise remove it: numbers are written like 1234.56.";

/** `2,5`, and `1.234,5`, which are numbers with a decimal comma, or with thousands set apart. */
export const isDecimalComma = (text: string): boolean => /^\d+(?:\.\d{3})*,\d+$/.test(text);

/** Of a cell that is no price above 0, or no volume of 0 or more. `text` is what stands there, `value` what it reads as. */
export function numberProblem(column: string, text: string, value: number, what: "price" | "volume"): Wrong {
  if (Number.isNaN(value)) {
    const remedy = isDecimalComma(text) ? COMMA : /^\d[\d.,']*$/.test(text) ? LIKE : MEND;
    return { problem: `${column} should be a number, found ${foundIn(text)}`, remedy };
  }
  return {
    problem: `${column} should be ${what === "price" ? "above 0" : "0 or more"}, found ${value}`,
    remedy: "Fix or remove the line. Leave out unknown prices instead of writing 0.",
  };
}

/** Of a bar whose range does not hold its open and close; null where it is possible. */
export function barProblem(open: number, high: number, low: number, close: number): Wrong | null {
  if (low <= open && low <= close && high >= open && high >= close) return null;
  return {
    problem: `open ${open} and close ${close} should lie between low ${low} and high ${high}`,
    remedy: "Check that the columns are in the order of the header.",
  };
}
