import { refuse } from "../checks.js";
import { GrowingColumn } from "../../core/number/growing-column.js";

/**
 * The equity curve as columns: time, total, and a column for each book whose value was ever other than
 * the total. USD, epoch milliseconds; a book that was not there yet is NaN.
 */
export class EquityColumns {
  /** Empty before the first point. */
  #competition = "";
  #time = new GrowingColumn();
  #total = new GrowingColumn();
  /** Null: up to now it is the total. */
  readonly #books = new Map<string, GrowingColumn | null>();
  #peak: GrowingColumn | null = null;
  /** The list of names as it was given last: nearly always the same one. */
  #names: readonly string[] = [];
  #columns: (GrowingColumn | null)[] = [];

  /** Says how many points will probably come, before the first one: memory is then taken in one piece. */
  expect(points: number): void {
    if (this.length > 0) return;
    this.#time = new GrowingColumn(points);
    this.#total = new GrowingColumn(points);
  }

  /** Points up to now. */
  get length(): number {
    return this.#time.length;
  }

  get competitionId(): string | null {
    return this.#competition === "" ? null : this.#competition;
  }

  /** Books of which there ever was a point. */
  get books(): readonly string[] {
    return [...this.#books.keys()];
  }

  /** The names of the last point: the very list, where the points came with one. */
  get names(): readonly string[] {
    return this.#names;
  }

  /** Epoch milliseconds. */
  time(): Float64Array {
    return this.#time.values();
  }

  /** USD of all books. */
  total(): Float64Array {
    return this.#total.values();
  }

  /** USD of a book; null where there is no such one. */
  book(name: string): Float64Array | null {
    const column = this.#books.get(name);
    return column === undefined ? null : (column ?? this.#total).values();
  }

  /** The highest equity that two sources agreed on, NaN where none did; null where there never was one. */
  peak(): Float64Array | null {
    return this.#peak?.values() ?? null;
  }

  /** As `JournalWriter.equityOf`. */
  push(competitionId: string, names: readonly string[], point: Float64Array, peak: number | null): void {
    // Each competition has a list of its own: to compare texts each time costs more than the rest.
    if (names !== this.#names) this.#begin(competitionId, names);
    const columns = this.#columns;
    const total = point[1] as number;
    for (let i = 0; i < columns.length; i++) {
      const value = point[i + 2] as number;
      const column = columns[i] as GrowingColumn | null;
      if (column !== null) column.push(value);
      else if (value !== total) this.#part(i).push(value);
    }
    if (peak !== null || this.#peak !== null) this.#notePeak(peak);
    this.#time.push(point[0] as number);
    this.#total.push(total);
  }

  #begin(competitionId: string, names: readonly string[]): void {
    if (this.#competition !== "" && this.#competition !== competitionId)
      refuse(`Equity of ${competitionId} in a journal of ${this.#competition}`);
    this.#competition = competitionId;
    for (const name of this.#books.keys()) if (!names.includes(name)) refuse(`Book ${name} is gone`);
    for (const name of names)
      if (!this.#books.has(name)) this.#books.set(name, this.length === 0 ? null : this.#late());
    this.#names = names;
    this.#columns = names.map((name) => this.#books.get(name) ?? null);
  }

  #late(): GrowingColumn {
    const column = new GrowingColumn();
    for (let i = 0; i < this.length; i++) column.push(Number.NaN);
    return column;
  }

  /** From here on a book has a column of its own: what it shared with the total is copied. */
  #part(index: number): GrowingColumn {
    const column = new GrowingColumn();
    for (let i = 0; i < this.length; i++) column.push(this.#total.at(i));
    this.#columns[index] = column;
    this.#books.set(this.#names[index] as string, column);
    return column;
  }

  #notePeak(peak: number | null): void {
    this.#peak ??= this.#late();
    this.#peak.push(peak ?? Number.NaN);
  }
}
