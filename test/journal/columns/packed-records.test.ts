import fc from "fast-check";
import { expect, test } from "vitest";
import { Decimal } from "../../../src/core/number/decimal.js";
import { KIND, type Member } from "../../../src/journal/columns/forms.js";
import { PackedRecords } from "../../../src/journal/columns/packed-records.js";

/** Packs records; those that are packed come back by the reader. */
function packedAndRead(records: readonly object[], packed = new PackedRecords()): unknown[] {
  const forms = records.map((record) => packed.pack(record));
  const reader = packed.reader();
  return forms.map((form, i) => (form === null ? records[i] : reader.read(form)));
}

const decimal = fc.oneof(
  fc.constantFrom(
    "0",
    "-0",
    "1e-7",
    "1e21",
    "123456789012345",
    "1234567890123456",
    "9007199254740993",
    "-0.1",
    "1e300",
    "1e-300",
    "NaN",
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value.toPrecision(12)),
);
const leaf = fc.oneof(
  fc.double(),
  fc.string(),
  fc.constantFrom(null, undefined, true, false, new Date(0), new Float64Array(2)),
  decimal.map((text) => new Decimal(text)),
);
const name = fc.oneof(fc.constantFrom("a", "b", "trade", "7", "__proto__"), fc.string());
const value = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: "small" }, leaf, tie("record"), fc.array(tie("value"), { maxLength: 3 })),
  record: fc
    .array(fc.tuple(name, tie("value")), { maxLength: 5 })
    .map((members) => Object.fromEntries(members) as object),
}));

test("records of any form are given back as they came, members in their order", () => {
  fc.assert(
    fc.property(fc.array(value.record), (records) => {
      const read = packedAndRead(records);
      expect(read).toStrictEqual(records);
      expect(JSON.stringify(read)).toBe(JSON.stringify(records));
    }),
    { numRuns: 100 },
  );
});

test("a form is told by the same object each time, and others by others", () => {
  const packed = new PackedRecords();
  const [one, same, longer, other] = [{ a: 1, b: ["x"] }, { a: 2, b: ["y"] }, { a: 2, b: ["y", "z"] }, { a: null }].map(
    (record) => packed.pack(record),
  );
  expect(same).toBe(one);
  expect(new Set([one, longer, other]).size).toBe(3);
  expect(packed.pack({ a: 3, b: ["z"] })).toBe(one);
});

test.each(["bars", "decision", "due", "inputs", "intents", "rules", "state", "trade"])(
  "what others keep as well, or is a strategy's own, is kept by reference and no part of a form: %s",
  (name) => {
    const packed = new PackedRecords();
    const [one, other] = [{ first: 1 }, ["something", "else"]];
    const forms = [one, other].map((value) => packed.pack({ [name]: value }) as Member);
    const reader = packed.reader();
    const read = forms.map((form) => (reader.read(form) as Record<string, unknown>)[name]);
    expect(read[0]).toBe(one);
    expect(read[1]).toBe(other);
    expect(forms[0]).toBe(forms[1]);
  },
);

test.each(["0.1", "-0.1", "123456789012.345", "-123456789012345"])(
  "a decimal that a double can say is kept as one: %s",
  (text) => {
    const end = new PackedRecords().pack({ amount: new Decimal(text) });
    expect(end?.before?.kind).toBe(KIND.decimal);
  },
);

test("records that have a form of their own each are left as they are, once there are very many", () => {
  const packed = new PackedRecords();
  const records = Array.from({ length: 6_000 }, (_, i) => ({ [`n${i}`]: i }));
  expect(packedAndRead(records, packed)).toEqual(records);
  expect(packed.pack({ n0: 1 })).toBeNull();
});

test("many records come back, over every limit of the lists that hold them", () => {
  const records = Array.from({ length: 5_000 }, (_, i) => ({ text: `text ${i}`, number: i / 3 }));
  expect(packedAndRead(records)).toEqual(records);
});
