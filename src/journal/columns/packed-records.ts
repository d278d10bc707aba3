import { Decimal, DOUBLE_DIGITS, toDouble } from "../../core/number/decimal.js";
import { isOrdinary } from "../../core/number/scaled.js";
import { KIND, Member, type Kind } from "./forms.js";
import { GrowingColumn } from "../../core/number/growing-column.js";
import { RecordReader } from "./record-reader.js";

/** Where records have more forms than so many members tell, they are too various for this. */
const MOST_MEMBERS = 10_000;

/** Kept as they are: others keep them as well, or they are a strategy's own. */
const WHOLE = new Set(["bars", "decision", "due", "inputs", "intents", "rules", "state", "trade"]);

/**
 * Plain records of which many have the same form, taken apart: names and nesting are kept once a form, numbers, and
 * decimals that a double can say, in flat memory, everything else in one list. What is kept object by object is marked
 * and moved by the garbage collector object by object.
 */
export class PackedRecords {
  readonly #first = new Member(null, "", KIND.object);
  readonly #numbers = new GrowingColumn();
  readonly #others: unknown[] = [];
  #members = 0;

  /** Takes in a record, and gives what tells its form; null, and then nothing is kept, where records are too various by now. */
  pack(record: object): Member | null {
    return this.#members > MOST_MEMBERS ? null : this.#object(this.#first, record);
  }

  /** Of all records, to be read in the order in which they were packed. */
  reader(): RecordReader {
    return new RecordReader(this.#numbers.values(), this.#others);
  }

  #object(from: Member, record: object): Member {
    let last = from;
    for (const name in record) last = this.#value(last, name, (record as Record<string, unknown>)[name]);
    return this.#after(last, "", KIND.end);
  }

  #array(from: Member, elements: readonly unknown[]): Member {
    let last = from;
    // By index: an iterator over arrays of so many kinds would make an object an element.
    for (let i = 0; i < elements.length; i++) last = this.#value(last, "", elements[i]);
    return this.#after(last, "", KIND.end);
  }

  #value(before: Member, name: string, value: unknown): Member {
    if (typeof value === "number") {
      this.#numbers.push(value);
      return this.#after(before, name, KIND.number);
    }
    if (typeof value === "string") {
      this.#others.push(value);
      return this.#after(before, name, KIND.whole);
    }
    const kind = kindOf(name, value);
    const member = this.#after(before, name, kind);
    switch (kind) {
      case KIND.object:
        return this.#object(member, value as object);
      case KIND.array:
        return this.#array(member, value as readonly unknown[]);
      case KIND.decimal:
        this.#numbers.push(toDouble(value as Decimal));
        return member;
      case KIND.whole:
        this.#others.push(value);
        return member;
      default:
        return member;
    }
  }

  #after(before: Member, name: string, kind: Kind): Member {
    const known = before.find(name, kind);
    if (known !== null) return known;
    this.#members++;
    return before.add(name, kind);
  }
}

/** Of what is neither a number nor a text. */
function kindOf(name: string, value: unknown): Kind {
  if (value === null) return KIND.null;
  if (value === undefined) return KIND.undefined;
  if (typeof value !== "object") return KIND.whole;
  if (WHOLE.has(name)) return KIND.whole;
  if (Array.isArray(value)) return KIND.array;
  // Not by `instanceof`: all decimals share one prototype, and to ask for that once costs less.
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype) return KIND.object;
  return prototype === Decimal.prototype && isDouble(value as Decimal) ? KIND.decimal : KIND.whole;
}

/** Whether it survives a double unchanged. */
function isDouble(value: Decimal): boolean {
  return value.precision() <= DOUBLE_DIGITS && isOrdinary(Math.abs(toDouble(value)));
}
