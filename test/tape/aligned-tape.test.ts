import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { seededRandom } from "../../src/core/random.js";
import { KNOWN_TOKENS } from "../../src/model/known-tokens.js";
import { TokenRegistry } from "../../src/model/token-registry.js";
import { alignedTape, alignmentOf, memoryTape, type Tape } from "../../src/tape/index.js";

const registry = new TokenRegistry(KNOWN_TOKENS);
const START = Date.UTC(2025, 0, 1);
const MINUTE = 60_000;

/** A tape of readings at these times, the first at $1, each a dollar more. */
function tapeOf(times: readonly number[], token = "WETH.eth"): Tape {
  const at = Float64Array.from(times);
  const prices = at.map((_, i) => i + 1);
  return memoryTape({
    label: "test",
    tracks: [{ token: registry.resolve(token), times: at, prices, movedAt: at.slice(), interval: MINUTE }],
    quotes: [{ at: START + 9, from: "USDC.eth", to: token, fromAmount: 1, toAmount: 1, fromPrice: 1, toPrice: 1 }],
  });
}

const every = (count: number, delay: (i: number) => number, period = MINUTE): number[] =>
  Array.from({ length: count }, (_, i) => START + i * period + delay(i));

describe("alignedTape", () => {
  it("lets each reading count from the instant on for which it was made", () => {
    const random = seededRandom("late");
    const late = tapeOf(every(100, () => 200 + random.int(3_000)));
    const tape = alignedTape(late);
    expect(tape.prices("WETH.eth")?.times).toEqual(Float64Array.from(every(100, () => 0)));
    expect(tape.prices("WETH.eth")?.prices).toEqual(late.prices("WETH.eth")?.prices);
    // What is decided at an instant sees the price that was asked for then.
    expect([late, tape].map((one) => one.prices("WETH.eth")?.at(START + 7 * MINUTE))).toEqual([7, 8]);
    expect(alignmentOf(tape)).toMatchObject({ grid: MINUTE });
    expect(tape.movedAt("WETH.eth")).toEqual(tape.prices("WETH.eth")?.times);
  });

  it("keeps what the tape is: fingerprint, label, quotes, when the last price ends", () => {
    const late = tapeOf(every(10, () => 400));
    const tape = alignedTape(late);
    expect([tape.fingerprint, tape.label]).toEqual([late.fingerprint, late.label]);
    const quotes = late.quotes("USDC.eth", "WETH.eth");
    expect(tape.quotes("USDC.eth", "WETH.eth")).toEqual(quotes.map((quote) => ({ ...quote, at: START })));
    expect(tape.until).toBe(late.until);
  });

  it("is the very same tape where the readings are exact, come at no period, or are bars", () => {
    const random = seededRandom("any");
    let at = START;
    const anyTime = Array.from({ length: 300 }, () => (at += 1 + random.int(MINUTE)));
    const close = Float64Array.from([1, 2]);
    const bars = { length: 2, interval: MINUTE, open: close, high: close, low: close, close, volume: close };
    const time = Float64Array.from([START + 400, START + MINUTE + 400]);
    const barTape = memoryTape({
      label: "bars",
      tracks: [{ token: registry.resolve("WETH.eth"), bars: { ...bars, time } }],
    });
    for (const tape of [tapeOf(every(50, () => 0)), tapeOf(anyTime), barTape]) {
      expect(alignedTape(tape)).toBe(tape);
      expect(alignmentOf(tape)).toBeNull();
    }
  });

  it("takes the last of several readings for one instant, as a bot that reads again after its `read` hooks", () => {
    const tape = alignedTape(tapeOf(every(60, (i) => (i % 2 === 0 ? 300 : -MINUTE + 1_500))));
    expect(tape.prices("WETH.eth")?.times.length).toBe(30);
    expect(tape.prices("WETH.eth")?.at(START)).toBe(2);
  });

  it("leaves readings alone that came much later: they are of another moment", () => {
    const tape = alignedTape(tapeOf(every(60, (i) => (i === 30 ? 29_000 : 500))));
    expect(tape.prices("WETH.eth")?.times[30]).toBe(START + 30 * MINUTE + 29_000);
  });

  it("leaves readings alone that are further from their period than an answer takes: ten past each hour is no late hour", () => {
    const tape = tapeOf(every(48, () => 10 * MINUTE, 60 * MINUTE));
    expect(alignedTape(tape)).toBe(tape);
    const quarters = alignedTape(tapeOf(every(48, (i) => (i % 20 === 7 ? 16_000 : 500), 15 * MINUTE)));
    expect(alignmentOf(quarters)).toMatchObject({ grid: 15 * MINUTE, largest: 500 });
    expect(quarters.prices("WETH.eth")?.times[7]).toBe(START + 7 * 15 * MINUTE + 16_000);
  });

  it("finds periods of seconds, and what is neither sampled each minute nor only then", () => {
    const seconds = alignedTape(tapeOf(every(200, () => 150, 15_000)));
    expect(alignmentOf(seconds)?.grid).toBe(15_000);
    const mixed = every(100, (i) => (i % 2 === 0 ? 0 : -10_000) + 200, 30_000);
    expect(alignmentOf(alignedTape(tapeOf(mixed)))?.grid).toBe(20_000);
  });

  it("is aligned once: of an aligned tape, and of a part of it, nothing is moved any more", () => {
    const tape = alignedTape(tapeOf(every(60, () => 500)));
    expect(alignedTape(tape)).toBe(tape);
    const half = tape.between(START, START + 30 * MINUTE);
    expect(alignedTape(half)).toBe(half);
    expect(half.prices("WETH.eth")?.times).toEqual(tape.prices("WETH.eth")?.times.subarray(0, 30));
  });

  it("never moves a reading forward, nor two past each other, whatever the delays", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 14_000 }), { minLength: 20, maxLength: 60 }), (delays) => {
        const late = tapeOf(every(delays.length, (i) => delays[i] ?? 0));
        const times = alignedTape(late).prices("WETH.eth")?.times ?? new Float64Array();
        expect(times).toEqual(Float64Array.from(every(delays.length, () => 0)));
      }),
      { numRuns: 50 },
    );
  });
});
