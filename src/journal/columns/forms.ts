/** How a member's value is kept: its kind is part of a record's form. */
export const KIND = { number: 0, decimal: 1, whole: 2, object: 3, array: 4, end: 5, null: 6, undefined: 7 } as const;
export type Kind = (typeof KIND)[keyof typeof KIND];

/**
 * A member in the forms of records: which one, what kind of value it has, and what came before. Forms that begin alike
 * share their beginning, as words do in a tree of letters: the last member of a record tells all of its form.
 */
export class Member {
  /** What came first after it. */
  #next: Member | null = null;
  /** What came else in its place. */
  #other: Member | null = null;

  constructor(
    readonly before: Member | null,
    /** Its name; "" of an element, and of the end of an object or array. */
    readonly name: string,
    readonly kind: Kind,
  ) {}

  /** What follows; null where nothing like it ever did. */
  find(name: string, kind: Kind): Member | null {
    let next = this.#next;
    while (next !== null && (next.kind !== kind || next.name !== name)) next = next.#other;
    return next;
  }

  /** Lets something new follow. */
  add(name: string, kind: Kind): Member {
    const added = new Member(this, name, kind);
    added.#other = this.#next;
    this.#next = added;
    return added;
  }
}

/** From a record's first member to its last. */
export function pathTo(last: Member): Member[] {
  const path: Member[] = [];
  for (let one = last; one.before !== null; one = one.before) path.push(one);
  return path.reverse();
}
