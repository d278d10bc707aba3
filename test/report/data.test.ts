import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawdowns } from "../../src/report/data/equity.js";
import { encodeTimes, rounded } from "../../src/report/data/encode.js";
import { histogram } from "../../src/report/data/histogram.js";
import { byDay, byMonth } from "../../src/report/data/periods.js";
import { sample } from "../../src/report/data/equity.js";
import { thin, union } from "../../src/report/data/thin.js";

const DAY = 86_400_000;
const columns = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 100 }), fc.double({ min: -1e6, max: 1e6, noNaN: true })), {
    minLength: 1,
    maxLength: 300,
  })
  .map((rows) => {
    let at = 0;
    return {
      time: Float64Array.from(rows, ([step]) => (at += step)),
      values: Float64Array.from(rows, ([, value]) => value),
    };
  });

describe("thin", () => {
  it("keeps the first, the last, the lowest and the highest, in order, and few enough", () => {
    fc.assert(
      fc.property(columns, fc.integer({ min: 1, max: 40 }), ({ time, values }, buckets) => {
        const kept = thin(time, values, buckets);
        expect(kept.length).toBeLessThanOrEqual(2 * buckets + 2);
        expect([kept[0], kept.at(-1)]).toEqual([0, time.length - 1]);
        expect(kept).toEqual([...new Set(kept)].sort((a, b) => a - b));
        const shown = kept.map((i) => values[i] as number);
        expect([Math.min(...shown), Math.max(...shown)]).toEqual([Math.min(...values), Math.max(...values)]);
      }),
    );
  });

  it("keeps a spike of one point among a hundred thousand", () => {
    const time = Float64Array.from({ length: 100_000 }, (_, i) => i);
    const values = time.map(() => 1);
    values[77_777] = 9;
    expect(thin(time, values, 100)).toContain(77_777);
  });

  it("looks at nothing outside of the range it is given", () => {
    const time = Float64Array.of(1, 2, 3, 4, 5);
    expect(thin(time, time, 10, 2, 4)).toEqual([1, 2, 3]);
    expect(thin(time, time, 10, 6, 9)).toEqual([]);
  });

  it("joins times, each once", () => {
    expect([
      ...union([
        [3, 1],
        [2, 3],
      ]),
    ]).toEqual([1, 2, 3]);
  });
});

describe("sample", () => {
  it("is exact at a curve's own points, straight between, and null outside", () => {
    const at = Float64Array.of(0, 10, 15, 20, 21);
    expect(sample(Float64Array.of(10, 20), Float64Array.of(1, 3), at)).toEqual([null, 1, 2, 3, null]);
  });

  it("is null everywhere for a curve without points", () => {
    expect(sample(new Float64Array(0), new Float64Array(0), Float64Array.of(1))).toEqual([null]);
  });
});

describe("encodeTimes", () => {
  it("is undone by adding up the steps", () => {
    fc.assert(
      fc.property(columns, ({ time }) => {
        const { from, unit, steps } = encodeTimes(time);
        let at = from;
        expect([at, ...steps.map((step) => (at += step * unit))]).toEqual([...time]);
      }),
    );
  });

  it("counts even times in their own interval", () => {
    expect(encodeTimes([0, 300_000, 900_000])).toEqual({ from: 0, unit: 300_000, steps: [1, 2] });
    expect(encodeTimes([])).toEqual({ from: 0, unit: 1, steps: [] });
  });
});

describe("rounded", () => {
  it("is off by less than half a unit of the last digit of the largest", () => {
    fc.assert(
      fc.property(columns, ({ values }) => {
        const largest = Math.max(...values.map(Math.abs), Number.MIN_VALUE);
        rounded(values, 6).forEach((value, i) => {
          expect(Math.abs((value ?? NaN) - (values[i] as number))).toBeLessThanOrEqual(largest * 0.51e-5 + 1e-300);
        });
      }),
    );
  });

  it("writes short numbers, and null for what is none", () => {
    expect(JSON.stringify(rounded([10_000.123456789, 0.1 + 0.2, NaN, Infinity, null, -0]))).toBe(
      "[10000.12,0.3,null,null,null,0]",
    );
    expect(rounded([123_456_789], 3)).toEqual([123_000_000]);
  });
});

describe("drawdowns", () => {
  it("measure from the highest value so far", () => {
    expect([...drawdowns(Float64Array.of(100, 80, 120, 90))]).toEqual([0, 80 / 100 - 1, 0, -0.25]);
  });
});

describe("returns of days and months", () => {
  const days = (values: readonly number[], from = Date.UTC(2024, 0, 30, 12)) =>
    [Float64Array.from(values, (_, i) => from + i * (DAY / 2)), Float64Array.from(values)] as const;

  it("begin and end at midnight UTC, with the last value known then", () => {
    const found = byDay(...days([100, 110, 121, 121, 242]));
    expect(found.map(({ from, whole }) => [new Date(from).toISOString().slice(0, 10), whole])).toEqual([
      ["2024-01-30", false],
      ["2024-01-31", true],
      ["2024-02-01", false],
    ]);
    expect(found.map(({ totalReturn }) => Number(totalReturn.toFixed(9)))).toEqual([0.1, 0.1, 1]);
  });

  it("multiply to the whole, by day as by month", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 1, max: 100, noNaN: true }), { minLength: 2, maxLength: 200 }),
        fc.integer({ min: 0, max: 1e9 }),
        (values, shift) => {
          const [time, equity] = days(values, Date.UTC(2023, 10, 3) + shift);
          for (const of of [byDay, byMonth]) {
            const whole = of(time, equity).reduce((product, { totalReturn }) => product * (1 + totalReturn), 1);
            expect(whole).toBeCloseTo((values.at(-1) as number) / (values[0] as number), 6);
          }
        },
      ),
    );
  });

  it("are none for a curve of one point or none", () => {
    expect(byDay(new Float64Array(0), new Float64Array(0))).toEqual([]);
    expect(byMonth(Float64Array.of(5), Float64Array.of(1))).toEqual([]);
  });
});

describe("histogram", () => {
  it("counts every value once, and zero is an edge", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1 }), (values) => {
        const { edges, width, counts, from, to } = histogram(values)!;
        expect(counts.reduce((sum, of) => sum + of, 0)).toBe(values.length);
        expect(from).toBeLessThanOrEqual(Math.min(...values));
        expect(to).toBeGreaterThanOrEqual(Math.max(...values));
        for (const edge of edges) expect(edge / width).toBeCloseTo(Math.round(edge / width), 6);
        expect(edges.length).toBeLessThan(60);
      }),
    );
  });

  it("puts losses below zero and gains from zero on into different bins", () => {
    const { edges, counts } = histogram([-0.001, -0.02, 0, 0.01, 0.03, 0.05])!;
    const below = counts.filter((_, i) => (edges[i] as number) < 0).reduce((sum, of) => sum + of, 0);
    expect(below).toBe(2);
  });

  it("is not stretched by one value far out, and is null without values", () => {
    const values = [...Array.from({ length: 200 }, (_, i) => (i - 100) / 10_000), 50];
    expect(histogram(values)!.edges.at(-1)).toBeLessThan(0.1);
    expect(histogram([])).toBeNull();
    expect(histogram([NaN, Infinity])).toBeNull();
  });
});
