import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  exposureOf,
  metricInputOf,
  MetricSettingsError,
  returnPeriod,
  returnsOf,
  totalReturn,
  type MetricFill,
  type StartBalance,
} from "../../src/metrics/index.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const isCash = (token: string): boolean => token === "USDC";
const begins = (token: string, usd: number): StartBalance => ({ token, amount: 1, usd });
const fill = (at: number, from: string, to: string, usd: number, slippageUsd = 0): MetricFill => ({
  ...{ at, from, to, usd, slippageUsd, fromAmount: "1", toAmount: "1" },
});

describe("returns of even periods", () => {
  it("take the last value at or before each boundary, across uneven times and gaps", () => {
    const time = [0, 30, 59, 60, 61, 200, 240];
    const equity = [100, 101, 102, 110, 111, 120, 132];
    expect([...returnsOf(time, equity, 60)]).toEqual([110 / 100 - 1, 111 / 110 - 1, 111 / 111 - 1, 132 / 111 - 1]);
  });

  it("equal those of a walk over every point, whatever the times and the boundaries", () => {
    const points = fc.array(fc.tuple(fc.nat(100), fc.integer({ min: 1, max: 1000 })), { maxLength: 60 });
    const walked = (time: Float64Array, equity: Float64Array, period: number, from: number, to: number): number[] => {
      let at = 0;
      const valueAt = (boundary: number): number => {
        while (at + 1 < time.length && time[at + 1]! <= boundary) at += 1;
        return equity[at]!;
      };
      const values = Array.from({ length: Math.floor((to - from) / period) + 1 }, (_, i) => valueAt(from + i * period));
      return values.slice(1).map((value, i) => value / values[i]! - 1);
    };
    fc.assert(
      fc.property(
        points,
        fc.integer({ min: 1, max: 300 }),
        fc.nat(500),
        fc.nat(5000),
        (steps, period, from, length) => {
          const time = Float64Array.from(steps, ([at]) => at * 10).sort();
          const equity = Float64Array.from(steps, ([, value]) => value);
          const expected = steps.length === 0 ? [] : walked(time, equity, period, from, from + length);
          expect([...returnsOf(time, equity, period, from, from + length)]).toEqual(expected);
        },
      ),
    );
  });

  it("leave out what is behind the last whole period, and are none for curves without length", () => {
    expect(returnsOf([0, 60, 119], [1, 2, 9], 60)).toHaveLength(1);
    expect(returnsOf([], [], 60)).toHaveLength(0);
    expect(returnsOf([5], [1], 60)).toHaveLength(0);
  });

  it("use the requested boundaries, so that two curves with other times compare", () => {
    expect([...returnsOf([0, 100], [1, 2], 50, 0, 200)]).toEqual([0, 1, 0, 0]);
  });

  it("multiply to the whole return if the periods are whole", () => {
    const curve = fc.array(fc.double({ min: 1, max: 1e6, noNaN: true }), { minLength: 2, maxLength: 50 });
    fc.assert(
      fc.property(curve, fc.integer({ min: 1, max: 10 }), (equity, step) => {
        const time = equity.map((_, i) => i * step);
        const whole = (equity.at(-1) ?? NaN) / (equity[0] ?? NaN);
        expect((1 + totalReturn(returnsOf(time, equity, step))) / whole).toBeCloseTo(1, 6);
      }),
    );
  });

  it("are of days for 100 days and longer, otherwise of hours, and never shorter than the curve's own steps", () => {
    expect([returnPeriod(100 * DAY, 60_000), returnPeriod(99 * DAY, 60_000)]).toEqual([DAY, HOUR]);
    expect([returnPeriod(7 * DAY, 4 * HOUR), returnPeriod(1000 * DAY, 4 * HOUR)]).toEqual([4 * HOUR, DAY]);
  });
});

describe("exposure", () => {
  it("weighs by time the equity above the cash that fills left", () => {
    const time = Float64Array.of(0, 10, 20, 30, 40);
    const equity = Float64Array.of(1000, 1000, 1500, 1010, 1200);
    const fills = [fill(10, "USDC", "W", 400), fill(30, "W", "USDC", 420, 10)];
    const { exposure, timeInMarket } = exposureOf(time, equity, fills, [begins("USDC", 1000)], isCash);
    // 400 of 1000, then 900 of 1500; the last step is all cash again.
    expect(exposure).toBeCloseTo((0.4 + 0.6) / 4, 12);
    expect(timeInMarket).toBe(0.5);
  });

  it("counts a fill from its own time on, also between two points of the curve", () => {
    const [time, equity] = [Float64Array.of(0, 240), Float64Array.of(1000, 1000)];
    const fills = [fill(60, "USDC", "W", 500), { ...fill(180, "W", "USDC", 500), fromAmount: "99999" }];
    const { exposure, timeInMarket } = exposureOf(time, equity, fills, [begins("USDC", 1000)], isCash);
    expect([exposure, timeInMarket]).toEqual([0.25, 0.5]);
  });

  it("equals that of a walk that checks the holdings at every point and fill", () => {
    const points = fc.array(fc.tuple(fc.nat(9), fc.integer({ min: -1, max: 20 })), { minLength: 1, maxLength: 40 });
    const swaps = fc.array(fc.tuple(fc.nat(250), fc.integer({ min: 1, max: 12 })), { maxLength: 8 });
    const walked = (time: Float64Array, equity: Float64Array, fills: readonly MetricFill[]): [number, number] => {
      let [next, cash, outside, weighted, inMarket] = [0, 10, 0, 0, 0];
      const [begin, end] = [time[0]!, time.at(-1)!];
      const inside = fills.flatMap(({ at }) => (at > begin && at < end ? [at] : []));
      const moments = [...new Set([...time, ...inside])].sort((a, b) => a - b);
      for (const [i, at] of moments.slice(0, -1).entries()) {
        for (; next < fills.length && fills[next]!.at <= at; next += 1) {
          const { from, usd } = fills[next]!;
          cash += from === "USDC" ? -usd : usd;
          outside = from === "USDC" ? usd : 0;
        }
        const value = equity[time.findLastIndex((point) => point <= at)]!;
        if (!(outside > 1e-6 * value)) continue;
        const share = value > 0 ? Math.min(1, Math.max(0, 1 - cash / value)) : 0;
        weighted += share * (moments[i + 1]! - at);
        if (share > 1e-6) inMarket += moments[i + 1]! - at;
      }
      const length = end - begin;
      return length > 0 ? [weighted / length, inMarket / length] : [0, 0];
    };
    fc.assert(
      fc.property(points, swaps, (steps, trades) => {
        let at = 0;
        const time = Float64Array.from(steps, ([step]) => (at += step));
        const equity = Float64Array.from(steps, ([, value]) => value);
        // Bought, and all of it sold again, in turn.
        const fills = trades
          .sort(([a], [b]) => a - b)
          .map(([when, usd], i) =>
            i % 2 === 0
              ? { ...fill(when, "USDC", "W", usd), toAmount: String(usd) }
              : { ...fill(when, "W", "USDC", usd), fromAmount: "99" },
          );
        const { exposure, timeInMarket } = exposureOf(time, equity, fills, [begins("USDC", 10)], isCash);
        expect([exposure, timeInMarket]).toEqual(walked(time, equity, fills));
      }),
    );
  });

  it("ignores dust, and is none for a curve without length", () => {
    const start = [begins("USDC", 1000 - 1e-5), { token: "W", amount: 0.01, usd: 1e-5 }];
    const flat = exposureOf(Float64Array.of(0, 1), Float64Array.of(1000, 1000), [], start, isCash);
    const none = { exposure: 0, timeInMarket: 0 };
    expect(flat).toEqual(none);
    expect(exposureOf(new Float64Array(0), new Float64Array(0), [], [], isCash)).toEqual(none);
  });

  it("is whole for a run that begins in a token and stays there", () => {
    const held = exposureOf(Float64Array.of(0, 5, 9), Float64Array.of(10, 20, 5), [], [begins("W", 10)], isCash);
    expect(held).toEqual({ exposure: 1, timeInMarket: 1 });
  });

  it("is none while all that is held is worth nothing", () => {
    const [time, equity] = [Float64Array.of(0, 1, 2, 4), Float64Array.of(10, 0, 10, 10)];
    const held = exposureOf(time, equity, [], [begins("W", 10)], isCash);
    expect(held).toEqual({ exposure: 0.75, timeInMarket: 0.75 });
  });

  it("is none for a run that holds cash alone, even if the cash token's price moves a little", () => {
    const equity = Float64Array.of(1000, 1000.4, 999.7, 1000.2);
    const time = Float64Array.of(0, 1, 2, 3);
    const none = { exposure: 0, timeInMarket: 0 };
    expect(exposureOf(time, equity, [], [begins("USDC", 1000)], isCash)).toEqual(none);
    const sold = [fill(0, "W", "USDC", 1000)];
    expect(exposureOf(time, equity, sold, [begins("W", 1000)], isCash)).toEqual(none);
  });
});

describe("the input of metrics", () => {
  const time = Float64Array.from({ length: 49 }, (_, i) => i * HOUR);
  const equity = Float64Array.from(time, (_, i) => 1000 + i);

  it("has the benchmark's returns over the periods of the run's own, whatever its times", () => {
    const benchmark = { time: Float64Array.of(0, DAY, 2 * DAY), equity: Float64Array.of(10, 20, 30) };
    const input = metricInputOf({ time, equity, benchmark, fills: [], start: [], isCash });
    expect(input.returns).toHaveLength(48);
    expect(input.benchmark).toHaveLength(48);
    expect([input.benchmark?.[22], input.benchmark?.[23], input.benchmark?.[47]]).toEqual([0, 1, 0.5]);
  });

  it("asks a benchmark for its value only at the periods' ends", () => {
    const asked: number[] = [];
    const benchmark = (at: Float64Array): Float64Array => {
      asked.push(...at);
      return at.map((moment) => 100 + moment / HOUR);
    };
    const input = metricInputOf({ time, equity, benchmark, fills: [], start: [], isCash, period: 4 * HOUR });
    expect(asked).toEqual(Array.from({ length: 13 }, (_, i) => i * 4 * HOUR));
    expect([...(input.benchmark ?? [])].slice(0, 2)).toEqual([104 / 100 - 1, 108 / 104 - 1]);
  });

  it("asks it for the moments from which the run's own returns are, so that holding has its own returns", () => {
    const worth = (at: Float64Array): Float64Array => at.map((moment) => 100 + Math.sin(moment / (5 * MINUTE)));
    const apart = Float64Array.from({ length: 500 }, (_, i) => i * 7 * MINUTE);
    const run = { time: apart, equity: worth(apart), fills: [], start: [], isCash };
    const input = metricInputOf({ ...run, benchmark: worth });
    expect(input.period).toBe(HOUR);
    expect(input.benchmark).toEqual(input.returns);
  });

  it("has the given settings and the usual ones for the rest", () => {
    const input = metricInputOf({
      time,
      equity,
      benchmark: null,
      fills: [],
      start: [],
      isCash,
      settings: { target: 0.01 },
    });
    expect(input.settings).toEqual({ daysPerYear: 365, riskFree: 0, target: 0.01, tail: 0.05 });
    expect([input.benchmark, input.period]).toEqual([null, HOUR]);
  });

  it("refuses invalid settings, by name and with a remedy", () => {
    for (const settings of [
      { daysPerYear: 0 },
      { tail: 0.6 },
      { tail: NaN },
      { target: Infinity },
      { riskFree: NaN },
    ]) {
      const [name] = Object.keys(settings);
      const build = (): unknown =>
        metricInputOf({ time, equity, benchmark: null, fills: [], start: [], isCash, settings });
      expect(build).toThrow(MetricSettingsError);
      expect(build).toThrow(`The metrics' ${String(name)} is`);
    }
    expect(() => metricInputOf({ time, equity, benchmark: null, fills: [], start: [], isCash, period: 0 })).toThrow(
      "The period of the metrics' returns is 0 ms",
    );
  });

  it("does not take a gap for the curve's usual step", () => {
    const gappy = Float64Array.from(time, (at, i) => (i < 40 ? at : at + 30 * DAY));
    expect(metricInputOf({ time: gappy, equity, benchmark: null, fills: [], start: [], isCash }).period).toBe(HOUR);
  });
});
