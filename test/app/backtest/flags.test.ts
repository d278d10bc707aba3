import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { barsOf, paramsOf, windowsOf } from "../../../src/app/backtest/flags.js";

describe("--param", () => {
  it("takes JSON as what it is and everything else as a text", () => {
    expect(paramsOf(["fast=5", "on=true", "token=WETH.eth", 'weights={"WETH.eth":0.5}', "empty=", "eq=a=b"])).toEqual({
      fast: 5,
      on: true,
      token: "WETH.eth",
      weights: { "WETH.eth": 0.5 },
      empty: "",
      eq: "a=b",
    });
  });

  it("reads back every number that it is given", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(paramsOf([`x=${JSON.stringify(value)}`])).toEqual({
          x: value === 0 ? JSON.parse(JSON.stringify(value)) : value,
        });
      }),
    );
  });

  it.each(["fast", "=5", "a b=1"])("refuses %j", (text) => {
    expect(() => paramsOf([text])).toThrow(/is not key=value/);
  });

  it("takes __proto__ as a param like any other, which no strategy has", () => {
    expect(Object.keys(paramsOf(["__proto__=4"]))).toEqual(["__proto__"]);
  });

  it("refuses a key twice", () => {
    expect(() => paramsOf(["fast=5", "fast=6"])).toThrow(/fast twice/);
  });
});

describe("--windows and --step", () => {
  it("are a length and a step; without a step it is a day, or the length if that is shorter", () => {
    expect(windowsOf({})).toBeNull();
    expect(windowsOf({ windows: "7d" })).toEqual({ length: 604_800_000, step: 86_400_000 });
    expect(windowsOf({ windows: "6h" })).toEqual({ length: 21_600_000, step: 21_600_000 });
    expect(windowsOf({ windows: "7d", step: "2d" })).toEqual({ length: 604_800_000, step: 172_800_000 });
  });

  it("are refused one without the other, and if they are no durations", () => {
    expect(() => windowsOf({ step: "1d" })).toThrow(/--step needs --windows/);
    expect(() => windowsOf({ windows: "week" })).toThrow(/^--windows: "week" is not a duration$/);
    expect(() => windowsOf({ windows: "7d", step: "day" })).toThrow(/^--step: "day" is not a duration$/);
  });
});

describe("--bars", () => {
  it("is sampled, as live, or recorded", () => {
    expect([barsOf(undefined), barsOf("sampled"), barsOf("recorded")]).toEqual(["sampled", "sampled", "recorded"]);
    expect(() => barsOf("real")).toThrow(/neither sampled nor recorded/);
  });
});
