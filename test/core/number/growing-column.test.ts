import { expect, test } from "vitest";
import { GrowingColumn } from "../../../src/core/number/growing-column.js";

const CHUNK = 65_536;
/** Where memory is taken, and beside it. */
const EDGES = [0, 1, 1_023, 1_024, 1_025, CHUNK - 1, CHUNK, CHUNK + 1, 100_000, 100_001, 2 * CHUNK, 2 * CHUNK + 1];

test.each([
  [0, []],
  [0, [1_025, CHUNK]],
  [0, [CHUNK + 1, CHUNK + 2, 2 * CHUNK + 1]],
  [100_000, []],
  [100_000, [100_001]],
])("a column made for %i numbers has each at its index and no others, read as a whole after %j", (...of) => {
  const [expected, looks] = of;
  const column = new GrowingColumn(expected);
  let pushed = 0;
  for (const edge of EDGES) {
    for (; pushed < edge; pushed++) column.push(pushed + 0.5);
    expect(column.length).toBe(edge);
    const places = EDGES.flatMap((one) => [one, one - 1]);
    expect(places.map((place) => (place < 0 ? null : column.at(place)))).toEqual(
      places.map((place) => (place < 0 ? null : place < edge ? place + 0.5 : Number.NaN)),
    );
    if (!looks.includes(edge)) continue;
    const values = column.values();
    expect(values).toHaveLength(edge);
    expect(values.every((value, i) => value === i + 0.5)).toBe(true);
  }
  expect(column.values().every((value, i) => value === i + 0.5)).toBe(true);
});
