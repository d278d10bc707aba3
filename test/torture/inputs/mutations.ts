import fc from "fast-check";
import { hostileNumeral, hostileText, hostileValue } from "./hostile-values.js";

/** One change of a JSON value; its place is counted around the places that there are. */
interface Change {
  readonly at: number;
  readonly how: "replace" | "remove" | "rename" | "add" | "wrap" | "repeat" | "swap";
  readonly name: string;
  readonly value: unknown;
}

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(200),
  how: fc.constantFrom("replace", "replace", "replace", "remove", "rename", "add", "wrap", "repeat", "swap"),
  name: hostileText,
  value: fc.oneof({ weight: 3, arbitrary: hostileValue }, { weight: 1, arbitrary: hostileNumeral }),
});

/** A valid JSON value with up to three hostile changes somewhere in it; now and then none at all. */
export function mutated(valid: unknown): fc.Arbitrary<unknown> {
  return fc.array(change, { maxLength: 3 }).map((changes) => changes.reduce(changed, valid));
}

type Path = readonly (string | number)[];

function changed(value: unknown, { at, how, name, value: other }: Change): unknown {
  const places = pathsOf(value);
  const path = places[at % places.length] ?? [];
  switch (how) {
    case "replace":
      return edited(value, path, () => [other]);
    case "remove":
      return edited(value, path, () => []);
    case "wrap":
      return edited(value, path, (old) => [[old]]);
    case "repeat":
      return edited(value, path, (old) => [new Array<unknown>(isLong(old) ? 2 : 300).fill(old)]);
    case "swap":
      return edited(value, path, (old) => [typeof old === "string" ? Number(old) : JSON.stringify(old)]);
    case "add":
      return edited(value, path, (old) => [isObject(old) ? fromEntries([...Object.entries(old), [name, other]]) : old]);
    case "rename":
      return edited(value, path.slice(0, -1), (old) => [isObject(old) ? renamed(old, path.at(-1), name) : old]);
  }
}

/** What is long already, perhaps for it was repeated, is no document any more when it is repeated hundreds of times. */
function isLong(value: unknown): boolean {
  return ((JSON.stringify(value) as string | undefined) ?? "").length > 10_000;
}

function renamed(value: object, from: string | number | undefined, to: string): unknown {
  return fromEntries(
    Object.entries(value).map(([key, member]: [string, unknown]) => [key === from ? to : key, member]),
  );
}

/** Every place of a value, the whole first; not deeper than documents go. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  const here: Path[] = [path];
  if (path.length > 8) return here;
  if (Array.isArray(value)) return here.concat(value.slice(0, 20).flatMap((one, i) => pathsOf(one, [...path, i])));
  if (!isObject(value)) return here;
  return here.concat(Object.entries(value).flatMap(([key, one]) => pathsOf(one, [...path, key])));
}

/** The value with what stands at a path replaced by what `by` gives of it: one value, or none. */
function edited(value: unknown, [key, ...rest]: Path, by: (old: unknown) => readonly unknown[]): unknown {
  if (key === undefined) return by(value)[0] ?? null;
  const member = (name: string | number, old: unknown): readonly unknown[] =>
    name !== key ? [old] : rest.length === 0 ? by(old) : [edited(old, rest, by)];
  if (Array.isArray(value)) return value.flatMap((old: unknown, i) => member(i, old));
  if (!isObject(value)) return value;
  return fromEntries(Object.entries(value).flatMap(([name, old]) => member(name, old).map((now) => [name, now])));
}

/** Own properties whatever their names: `{ __proto__: … }` as JSON has it. */
function fromEntries(entries: readonly (readonly [string, unknown])[] | readonly (readonly unknown[])[]): object {
  return Object.fromEntries(entries as readonly (readonly [string, unknown])[]);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Bytes with up to four changes: flipped, cut, doubled, put in; now and then none. */
export function mutatedBytes(valid: Uint8Array): fc.Arbitrary<Buffer> {
  const one = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    how: fc.constantFrom("flip", "flip", "cut", "double", "insert", "zero", "long"),
    bit: fc.nat(7),
    bytes: fc.uint8Array({ maxLength: 12 }),
  });
  return fc.array(one, { maxLength: 4 }).map((changes) =>
    changes.reduce((bytes, { at, how, bit, bytes: added }) => {
      const place = Math.floor(at * bytes.length);
      const [before, after] = [bytes.subarray(0, place), bytes.subarray(place)];
      switch (how) {
        case "flip": {
          const copy = Buffer.from(bytes);
          if (place < copy.length) copy[place] = (copy[place] as number) ^ (1 << bit);
          return copy;
        }
        case "cut":
          return before;
        case "double":
          return Buffer.concat([before, after.subarray(0, 200), after]);
        case "insert":
          return Buffer.concat([before, added, after]);
        case "zero":
          return Buffer.concat([before, Buffer.alloc(16), after.subarray(16)]);
        case "long":
          return Buffer.concat([before, Buffer.alloc(3_000, 65), after]);
      }
    }, Buffer.from(valid)),
  );
}
