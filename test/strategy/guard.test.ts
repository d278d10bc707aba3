import { expect, test } from "vitest";
import { StrategyTimeoutError } from "../../src/strategy/errors.js";
import { noGuard, watchdogGuard } from "../../src/strategy/guard.js";

const endless = (): number => {
  for (;;);
};

test("an endless loop is stopped", () => {
  expect(() => watchdogGuard(30)(endless)).toThrow(StrategyTimeoutError);
});

test("code that returns in time gives its value, and code that throws throws", () => {
  const guard = watchdogGuard(60_000);
  expect(guard(() => 42)).toBe(42);
  expect(guard(() => null)).toBeNull();
  expect(() =>
    guard(() => {
      throw new RangeError("mine");
    }),
  ).toThrow(RangeError);
  expect(noGuard(() => 7)).toBe(7);
});

test("guards may be nested, and the outer one continues after the inner one stopped code", () => {
  const guard = watchdogGuard(60_000);
  const result = guard(() => {
    expect(() => watchdogGuard(20)(endless)).toThrow(StrategyTimeoutError);
    return "outer";
  });
  expect(result).toBe("outer");
  expect(guard(() => "again")).toBe("again");
});
