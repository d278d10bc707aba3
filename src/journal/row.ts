import { dirname } from "node:path";
import { parseDecimal, type Decimal } from "../core/number/decimal.js";
import { JournalCorruptError } from "./errors.js";

/** A row of an answer, read column by column with its type checked: what a damaged or foreign file holds is an error here, not a surprise later. */
export class Row {
  readonly #cells: Readonly<Record<string, unknown>>;

  /** @param file the journal's file, for errors */
  constructor(
    cells: Readonly<Record<string, unknown>>,
    private readonly file: string,
  ) {
    this.#cells = cells;
  }

  text(column: string): string {
    const value = this.#cells[column];
    return typeof value === "string" ? value : this.#wrong(column, "a text");
  }

  number(column: string): number {
    const value = this.#cells[column];
    return typeof value === "number" ? value : this.#wrong(column, "a number");
  }

  textOrNull(column: string): string | null {
    return this.isNull(column) ? null : this.text(column);
  }

  numberOrNull(column: string): number | null {
    return this.isNull(column) ? null : this.number(column);
  }

  flag(column: string): boolean {
    return this.number(column) !== 0;
  }

  decimal(column: string): Decimal {
    return parseDecimal(this.text(column)) ?? this.#wrong(column, "a decimal number");
  }

  /** One of the literals that the column may hold. */
  one<T extends string>(column: string, literals: readonly T[]): T {
    const text = this.text(column);
    return literals.find((literal) => literal === text) ?? this.#wrong(column, literals.join(" or "));
  }

  /** The parsed JSON of a column. What was written there is known by the column, hence `unknown`: assert it at once. */
  json(column: string): unknown {
    try {
      return JSON.parse(this.text(column)) as unknown;
    } catch (error) {
      if (error instanceof SyntaxError) return this.#wrong(column, "JSON");
      throw error;
    }
  }

  jsonOrNull(column: string): unknown {
    return this.isNull(column) ? null : this.json(column);
  }

  isNull(column: string): boolean {
    return (this.#cells[column] ?? null) === null;
  }

  #wrong(column: string, expected: string): never {
    throw new JournalCorruptError(`The journal is damaged; ${this.file}: column ${column} should hold ${expected}`, {
      remedy: `Something else wrote into it: move the folder ${dirname(this.file)} away and start with a new one.`,
    });
  }
}
