import { GrowingColumn } from "../../core/number/growing-column.js";
import type { EquityPoint } from "../../model/journal.js";
import { refuse } from "../checks.js";

/**
 * The equity curve as columns: time, total, and a column for each book whose value was ever other than
 * the total. USD, epoch milliseconds; a book that was not there yet is NaN.
 */
export class EquityColumns {
  /** Empty before the first point. */
  #competition = "";
  #time = new GrowingColumn();
  #total = new GrowingColumn();
  #seq = new GrowingColumn();
  /** Null: up to now it is the total. */
  readonly #books = new Map<string, GrowingColumn | null>();
  #peak: GrowingColumn | null = null;

  /** Says how many points will probably come, before the first one: memory is then taken in one piece. */
  expect(points: number): void {
    if (this.length > 0) return;
    this.#time = new GrowingColumn(points);
    this.#total = new GrowingColumn(points);
    this.#seq = new GrowingColumn(points);
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

  /** Epoch milliseconds. */
  time(): Float64Array {
    return this.#time.values();
  }

  /** USD of all books. */
  total(): Float64Array {
    return this.#total.values();
  }

  /** The numbers of the points' events. */
  seq(): Float64Array {
    return this.#seq.values();
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

  /**
   * Takes in a point. It has a value of each book that the points before it have: books do not end.
   *
   * @param seq number of its event
   */
  push({ at, competitionId, total, books, peak = null }: EquityPoint, seq: number): void {
    if (this.#competition === "") this.#competition = competitionId;
    if (this.#competition !== competitionId) refuse(`Equity of ${competitionId} in a journal of ${this.#competition}`);
    for (const name in books) this.#pushBook(name, books[name] as number, total);
    if (peak !== null) this.#peak ??= this.#unknown();
    this.#peak?.push(peak ?? Number.NaN);
    this.#time.push(at);
    this.#total.push(total);
    this.#seq.push(seq);
  }

  #pushBook(name: string, value: number, total: number): void {
    let column = this.#books.get(name);
    if (column === null && value === total) return;
    if (column === undefined && this.length > 0) column = this.#unknown();
    // From here on the book has a column of its own, which begins as the total.
    if (value !== total) column ??= columnOf(this.total());
    column?.push(value);
    this.#books.set(name, column ?? null);
  }

  /** A column of NaN for the points up to now. */
  #unknown(): GrowingColumn {
    return columnOf(new Float64Array(this.length).fill(Number.NaN));
  }
}

function columnOf(values: Float64Array): GrowingColumn {
  const column = new GrowingColumn(values.length);
  for (const value of values) column.push(value);
  return column;
}
