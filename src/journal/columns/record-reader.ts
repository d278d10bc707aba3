import { fromDouble } from "../../core/number/decimal.js";
import { KIND, pathTo, type Member } from "./forms.js";

/** Gives packed records back, one after the other, each equal to what was packed. */
export class RecordReader {
  readonly #numbers: Float64Array;
  readonly #others: readonly unknown[];
  /** How many of them were given. */
  #place = 0;
  #other = 0;
  #path: readonly Member[] = [];
  #member = 0;

  constructor(numbers: Float64Array, others: readonly unknown[]) {
    this.#numbers = numbers;
    this.#others = others;
  }

  /** The next record, of this form. */
  read(form: Member): object {
    this.#path = pathTo(form);
    this.#member = 0;
    return this.#object();
  }

  #object(): object {
    const members: [string, unknown][] = [];
    for (let one = this.#next(); one.kind !== KIND.end; one = this.#next()) members.push([one.name, this.#value(one)]);
    return Object.fromEntries(members);
  }

  #array(): unknown[] {
    const made: unknown[] = [];
    for (let one = this.#next(); one.kind !== KIND.end; one = this.#next()) made.push(this.#value(one));
    return made;
  }

  #value({ kind }: Member): unknown {
    switch (kind) {
      case KIND.number:
        return this.#number();
      case KIND.decimal:
        return fromDouble(this.#number());
      case KIND.object:
        return this.#object();
      case KIND.array:
        return this.#array();
      case KIND.null:
        return null;
      case KIND.whole:
        return this.#others[this.#other++];
      default:
        return undefined;
    }
  }

  #next(): Member {
    return this.#path[this.#member++] as Member;
  }

  #number(): number {
    return this.#numbers[this.#place++] as number;
  }
}
