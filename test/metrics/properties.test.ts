import fc from "fast-check";
import { describe, it } from "vitest";
import {
  alpha,
  beta,
  conditionalValueAtRisk,
  downsideDeviation,
  longestUnderWater,
  maxDrawdown,
  omega,
  profitFactor,
  quantile,
  sampleDeviation,
  sharpe,
  sortino,
  tailRatio,
  totalReturn,
  valueAtRisk,
  volatility,
  winRate,
} from "../../src/metrics/index.js";
import { drawdownPath } from "../../src/metrics/drawdown-path.js";

/** Basis points: what is smaller than rounding is no return of anybody. */
const aReturn = fc.integer({ min: -5000, max: 5000 }).map((points) => points / 1e4);
const someReturns = fc.array(aReturn, { minLength: 3, maxLength: 60 });
const withHoles = fc.array(fc.oneof({ weight: 9, arbitrary: aReturn }, fc.constant(NaN)), {
  minLength: 3,
  maxLength: 60,
});
const close = (a: number, b: number): boolean =>
  Object.is(a, b) || Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
const check = <T>(values: fc.Arbitrary<T>, holds: (value: T) => boolean): void =>
  fc.assert(fc.property(values, holds), { numRuns: 200 });
const shuffled = fc.tuple(someReturns, fc.integer()).map(([values, seed]) => ({
  values,
  // A reordering that depends on nothing but the seed.
  other: values
    .map((value, i) => [Math.sin(seed + i * 12.9898), value] as const)
    .sort((a, b) => a[0] - b[0])
    .map(([, v]) => v),
}));

describe("metrics of any returns", () => {
  it("have a drawdown from −1 to 0, 0 exactly where equity never falls", () => {
    check(withHoles, (returns) => {
      const depth = maxDrawdown(returns);
      const falls = returns.some((value) => value < 0);
      return depth >= -1 && depth <= 0 && (depth < 0 || !falls || returns.every((v) => Number.isNaN(v) || v > -1e-15));
    });
  });

  it("have a drawdown at least as deep as the worst single return, and as what is lost at the end", () => {
    check(someReturns, (returns) => {
      const depth = maxDrawdown(returns);
      return depth <= Math.min(0, ...returns) + 1e-12 && depth <= totalReturn(returns) + 1e-12;
    });
  });

  it("have the drawdown of their equity curve, at whatever height it begins", () => {
    check(fc.tuple(someReturns, fc.double({ min: 1e-3, max: 1e9, noNaN: true })), ([returns, start]) => {
      const equity = [start];
      for (const change of returns) equity.push((equity.at(-1) ?? NaN) * (1 + change));
      return close(drawdownPath(equity).deepest?.depth ?? 0, maxDrawdown(returns));
    });
  });

  it("have a drawdown that no reordering of the peak, trough and recovery contradicts", () => {
    check(fc.array(fc.double({ min: 0.1, max: 10, noNaN: true }), { minLength: 1, maxLength: 40 }), (equity) => {
      const { deepest, longest } = drawdownPath(equity);
      if (deepest === null || longest === null)
        return equity.every((value, i) => i === 0 || value >= (equity[i - 1] ?? 0));
      const { peak, trough, recovery } = deepest;
      const top = equity[peak] ?? NaN;
      const between = equity.slice(peak + 1, recovery ?? equity.length);
      return (
        peak < trough &&
        (recovery === null || (trough < recovery && (equity[recovery] ?? NaN) >= top)) &&
        between.every((value) => value < top) &&
        close((equity[trough] ?? NaN) / top - 1, deepest.depth) &&
        longest.end - longest.peak >= (recovery ?? equity.length - 1) - peak
      );
    });
  });

  it("are under water for no longer than they last", () => {
    check(someReturns, (returns) => {
      const periods = longestUnderWater(returns);
      return (
        Number.isInteger(periods) &&
        periods >= 0 &&
        periods <= returns.length &&
        periods > 0 === maxDrawdown(returns) < 0
      );
    });
  });

  it("do not change the ratios when all returns are scaled", () => {
    check(fc.tuple(someReturns, fc.constantFrom(0.25, 0.5, 2, 4)), ([returns, factor]) => {
      const scaled = returns.map((value) => value * factor);
      return (
        close(sharpe(scaled), sharpe(returns)) &&
        close(sortino(scaled), sortino(returns)) &&
        close(omega(scaled), omega(returns)) &&
        close(tailRatio(scaled), tailRatio(returns)) &&
        close(volatility(scaled), factor * volatility(returns)) &&
        close(valueAtRisk(scaled), factor * valueAtRisk(returns))
      );
    });
  });

  it("do not depend on the order of the returns, except for drawdowns", () => {
    check(shuffled, ({ values, other }) =>
      [totalReturn, volatility, sharpe, sortino, omega, tailRatio, valueAtRisk, conditionalValueAtRisk, winRate].every(
        (metric) => close(metric(other), metric(values)),
      ),
    );
  });

  it("ignore NaN, except for the periods that a growth rate counts", () => {
    check(withHoles, (returns) => {
      const known = returns.filter((value) => !Number.isNaN(value));
      if (known.length < 2) return true;
      return (
        [totalReturn, maxDrawdown, volatility, sharpe, sortino, omega, tailRatio].every((metric) =>
          close(metric(returns), metric(known)),
        ) &&
        (known.length === returns.length || Number.isNaN(valueAtRisk(returns)))
      );
    });
  });

  it("have a Sortino ratio that falls, and a downside deviation that grows, as the target rises", () => {
    check(
      fc.tuple(someReturns, aReturn, fc.double({ min: 1e-3, max: 0.5, noNaN: true })),
      ([returns, target, more]) => {
        const [low, high] = [sortino(returns, { target }), sortino(returns, { target: target + more })];
        return (
          downsideDeviation(returns, target) <= downsideDeviation(returns, target + more) &&
          (low === high || Number.isNaN(low) || low > high || Math.abs(low) > 1e6)
        );
      },
    );
  });

  it("have the same Sharpe ratio when returns and the risk-free rate move together", () => {
    check(fc.tuple(someReturns, aReturn), ([returns, shift]) => {
      const deviation = sampleDeviation(returns);
      // Where returns hardly vary the shift's rounding is all there is.
      if (deviation < 1e-6) return true;
      const moved = sharpe(
        returns.map((value) => value + shift),
        { riskFree: shift },
      );
      return Math.abs(moved - sharpe(returns)) <= 1e-6 * Math.max(1, Math.abs(moved));
    });
  });

  it("have a downside deviation of at most the root mean square", () => {
    check(someReturns, (returns) => {
      const square = Math.sqrt(returns.reduce((sum, value) => sum + value * value, 0) / returns.length);
      return downsideDeviation(returns, 0, 1) <= square + 1e-12;
    });
  });

  it("have a conditional value at risk no better than the value at risk, and quantiles between the extremes", () => {
    check(fc.tuple(someReturns, fc.double({ min: 0, max: 1, noNaN: true })), ([returns, share]) => {
      const middle = quantile(returns, share);
      return (
        conditionalValueAtRisk(returns) <= valueAtRisk(returns) + 1e-15 &&
        middle >= Math.min(...returns) &&
        middle <= Math.max(...returns) + 1e-15
      );
    });
  });

  it("have the quantiles of the sorted values, for many equal ones too", () => {
    const few = fc.array(fc.constantFrom(-0.1, 0, 0.1, 0.2), { minLength: 1, maxLength: 200 });
    check(fc.tuple(few, fc.double({ min: 0, max: 1, noNaN: true })), ([values, share]) => {
      const sorted = [...values].sort((a, b) => a - b);
      const place = share * (sorted.length - 1);
      const [low, high] = [sorted[Math.floor(place)] ?? NaN, sorted[Math.ceil(place)] ?? NaN];
      return close(quantile(values, share), low + (high - low) * (place - Math.floor(place)));
    });
  });

  it("have a beta of b and an alpha of a against a benchmark of which they are a linear function", () => {
    const line = fc.tuple(
      fc.array(fc.double({ min: -0.1, max: 0.1, noNaN: true }), { minLength: 5, maxLength: 40 }),
      fc.double({ min: -2, max: 2, noNaN: true }),
      fc.double({ min: -0.001, max: 0.001, noNaN: true }),
    );
    check(line, ([benchmark, b, a]) => {
      if (sampleDeviation(benchmark) < 1e-3) return true;
      const returns = benchmark.map((value) => a + b * value);
      return (
        Math.abs(beta(returns, benchmark) - b) < 1e-9 && Math.abs(alpha(returns, benchmark, { perYear: 1 }) - a) < 1e-9
      );
    });
  });

  it("have a profit factor above 1 exactly if something was earned", () => {
    check(someReturns, (profits) => {
      const factor = profitFactor(profits);
      const sum = profits.reduce((all, profit) => all + profit, 0);
      return Number.isNaN(factor) || Math.abs(sum) < 1e-12 || factor > 1 === sum > 0;
    });
  });
});
