import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom, type Random } from "../../src/core/random.js";
import {
  baseSlippage,
  drawSlippage,
  expectedSlippage,
  SLIPPAGE_MODELS,
  worstSlippage,
} from "../../src/model/slippage.js";

const always = (value: number): Random => ({ ...seededRandom(""), next: () => value });

describe("slippage", () => {
  it.each([
    ["printed", 10_000, 0.0005],
    ["computed", 100, 0.0005],
    ["computed", 1_000, 0.005],
    ["computed", 10_000, 0.05],
  ] as const)("%s charges $%d at %d before chance", (model, usd, fraction) => {
    expect(baseSlippage(model, usd)).toBeCloseTo(fraction, 12);
  });

  it("an unknown model is refused by the called function", () => {
    expect(() => expectedSlippage("linear" as never, 1)).toThrow(/^expectedSlippage: model: must be one of printed/);
    expect(() => baseSlippage("linear" as never, 1)).toThrow(/^baseSlippage: model/);
  });

  it.each([
    [1_000, 0.0026, 0.0033],
    [10_000, 0.0159, 0.02],
    [100, 0.0005, 0.0006],
  ])("log charges $%d from %d to %d, as newer deployments do", (usd, least, most) => {
    expect(drawSlippage("log", usd, always(0))).toBeCloseTo(least, 3);
    expect(drawSlippage("log", usd, always(1))).toBeCloseTo(most, 3);
  });

  it("stays within the random part of its base, and never passes 100 %", () => {
    const amounts = fc.double({ min: 0, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(fc.constantFrom(...SLIPPAGE_MODELS), amounts, fc.string(), (model, usd, seed) => {
        const drawn = drawSlippage(model, usd, seededRandom(seed));
        expect(drawn).toBeLessThanOrEqual(worstSlippage(model, usd));
        const base = baseSlippage(model, usd);
        const [low, high] = model === "log" ? [0.95, 1.2] : [0.9, 1.1];
        expect(drawn).toBeGreaterThanOrEqual(Math.min(model === "log" ? 0.0005 : 0, base * low));
        expect(drawn).toBeLessThanOrEqual(Math.min(1, Math.max(base * high * (1 + 1e-12), 0.0005)));
      }),
    );
  });

  it("of a computed trade in n parts is an n-th of the whole trade's", () => {
    const whole = 8_000 * expectedSlippage("computed", 8_000);
    const parts = 8 * (1_000 * expectedSlippage("computed", 1_000));
    expect(whole / parts).toBeCloseTo(8, 9);
  });

  it.each(SLIPPAGE_MODELS)("of %s has the expected mean", (model) => {
    const random = seededRandom(`mean of ${model}`);
    const count = 20_000;
    let sum = 0;
    for (let i = 0; i < count; i++) sum += drawSlippage(model, 2_000, random);
    expect(sum / count / expectedSlippage(model, 2_000)).toBeCloseTo(1, 2);
  });
});
