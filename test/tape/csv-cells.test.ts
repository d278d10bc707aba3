import fc from "fast-check";
import { expect, test } from "vitest";
import { numberIn, parseIso } from "../../src/tape/csv-cells.js";

const read = (text: string): number => {
  const bytes = new TextEncoder().encode(`x${text}x`);
  return numberIn(bytes, 1, bytes.length - 1);
};

test("every positive double reads back as itself, in plain and in exponent notation", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(read(String(value))).toBe(value);
      expect(read(value.toExponential())).toBe(value);
    }),
  );
});

test("a decimal text reads as the double that JavaScript reads, however many digits it has", () => {
  const digits = fc.stringMatching(/^\d{1,25}$/);
  fc.assert(
    fc.property(digits, digits, (whole, fraction) => {
      expect(read(`${whole}.${fraction}`)).toBe(Number(`${whole}.${fraction}`));
    }),
  );
});

test.each(["", " 1", "1 ", "0x10", "+1", ".5", "1.2.3", "1,2", "NaN", "Infinity", "1e", "--1", "abc", "１"])(
  "%j is not a number",
  (text) => {
    expect(read(text)).toBeNaN();
  },
);

test("a time in ISO 8601 is read with its zone, and as UTC without one", () => {
  expect(parseIso("2024-01-01T00:00:00Z")).toBe(1_704_067_200_000);
  expect(parseIso("2024-01-01 00:00")).toBe(1_704_067_200_000);
  expect(parseIso("2024-01-01T01:00:00.250+01:00")).toBe(1_704_067_200_250);
  for (const zone of ["+0530", "+05:30"]) expect(parseIso(`2024-01-01 05:30${zone}`)).toBe(1_704_067_200_000);
  expect(parseIso("2023-12-31 19:00:00-05")).toBe(1_704_067_200_000);
});

test.each(["2024-02-30T00:00Z", "2024-13-01T00:00Z", "2024-01-01", "2024-01-01T25:00Z", "yesterday", "01/02/2024"])(
  "%j is not a time",
  (text) => {
    expect(parseIso(text)).toBeNaN();
  },
);
