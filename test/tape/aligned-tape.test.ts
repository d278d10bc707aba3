import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { seededRandom } from "../../src/core/random.js";
import { KNOWN_TOKENS } from "../../src/model/known-tokens.js";
import { TokenRegistry } from "../../src/model/token-registry.js";
import { alignedTape, alignmentOf, memoryTape, type Tape } from "../../src/tape/index.js";

const registry = new TokenRegistry(KNOWN_TOKENS);
const START = Date.UTC(2025, 0, 1);
const MINUTE = 60_000;

/** A tape of readings at these times, the first at $1, each a dollar more; where it says so, asked for at these instants. */
function tapeOf(times: readonly number[], asked?: readonly number[], token = "WETH.eth"): Tape {
  const at = Float64Array.from(times);
  const prices = at.map((_, i) => i + 1);
  return memoryTape({
    label: "test",
    tracks: [
      {
        ...{ token: registry.resolve(token), times: at, prices, movedAt: at.slice(), interval: MINUTE },
        ...(asked === undefined ? {} : { askedAt: Float64Array.from(asked) }),
      },
    ],
    quotes: [{ at: START + 9, from: "USDC.eth", to: token, fromAmount: 1, toAmount: 1, fromPrice: 1, toPrice: 1 }],
  });
}

const every = (count: number, delay: (i: number) => number, period = MINUTE): number[] =>
  Array.from({ length: count }, (_, i) => START + i * period + delay(i));

describe("alignedTape", () => {
  it("lets each reading count from the instant for which it was made", () => {
    const random = seededRandom("late");
    const late = tapeOf(every(100, () => 200 + random.int(1_500)));
    const tape = alignedTape(late);
    expect(tape.prices("WETH.eth")?.times).toEqual(Float64Array.from(every(100, () => 0)));
    expect(tape.prices("WETH.eth")?.prices).toEqual(late.prices("WETH.eth")?.prices);
    // What is decided at an instant sees the price that was asked for then.
    expect([late, tape].map((one) => one.prices("WETH.eth")?.at(START + 7 * MINUTE))).toEqual([7, 8]);
    expect(alignmentOf(tape)).toMatchObject({ grid: MINUTE });
    expect(tape.movedAt("WETH.eth")).toEqual(tape.prices("WETH.eth")?.times);
  });

  it("keeps the tape's fingerprint, label, end of the last price, and quotes at their times", () => {
    const late = tapeOf(every(10, () => 400));
    const tape = alignedTape(late);
    expect([tape.fingerprint, tape.label]).toEqual([late.fingerprint, late.label]);
    const quotes = late.quotes("USDC.eth", "WETH.eth");
    expect(quotes.map(({ at }) => at)).toEqual([START + 9]);
    expect(tape.quotes("USDC.eth", "WETH.eth")).toEqual(quotes);
    expect(tape.until).toBe(late.until);
  });

  it("is made once of a tape", () => {
    const late = tapeOf(every(10, () => 400));
    const tape = alignedTape(late);
    expect(tape).not.toBe(late);
    expect([alignedTape(late) === tape, alignedTape(tape) === tape]).toEqual([true, true]);
  });

  it("is the very same tape if the readings are exact, come at no period, or are bars", () => {
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

  it("moves only the first of several readings after a multiple", () => {
    const tape = alignedTape(tapeOf(every(60, (i) => (i % 2 === 0 ? 300 : -MINUTE + 1_500))));
    expect(tape.prices("WETH.eth")?.times.subarray(0, 4)).toEqual(
      Float64Array.of(0, 1_500, 2 * MINUTE, 2 * MINUTE + 1_500).map((at) => START + at),
    );
    expect([0, 1_499, 1_500].map((at) => tape.prices("WETH.eth")?.at(START + at))).toEqual([1, 1, 2]);
  });

  it("moves no reading that was requested later: at :10 of a minute that also has :00, at :10 alone, at :03", () => {
    const both = tapeOf(every(120, (i) => (i % 2 === 0 ? 400 : -20_000 + 300), 30_000));
    expect(alignmentOf(alignedTape(both))).toMatchObject({ grid: 10_000, largest: 400 });
    expect(
      alignedTape(both)
        .prices("WETH.eth")
        ?.at(START + MINUTE),
    ).toBe(3);
    expect(
      alignedTape(both)
        .prices("WETH.eth")
        ?.at(START + MINUTE + 9_999),
    ).toBe(3);
    for (const second of [3, 10]) {
      const one = alignedTape(tapeOf(every(120, () => second * 1_000 + 300)));
      expect(one.prices("WETH.eth")?.times).toEqual(Float64Array.from(every(120, () => second * 1_000)));
    }
  });

  it("leaves readings alone that came much later", () => {
    const tape = alignedTape(tapeOf(every(60, (i) => (i === 30 ? 29_000 : 500))));
    expect(tape.prices("WETH.eth")?.times[30]).toBe(START + 30 * MINUTE + 29_000);
  });

  it("leaves readings alone that are later than an answer takes: ten past each hour is not a late hour", () => {
    const tape = tapeOf(every(48, () => 10 * MINUTE, 60 * MINUTE));
    expect(alignedTape(tape)).toBe(tape);
    const quarters = alignedTape(tapeOf(every(48, (i) => (i % 20 === 7 ? 16_000 : 500), 15 * MINUTE)));
    expect(alignmentOf(quarters)).toMatchObject({ grid: 15 * MINUTE, largest: 500 });
    expect(quarters.prices("WETH.eth")?.times[7]).toBe(START + 7 * 15 * MINUTE + 16_000);
  });

  it("finds periods of seconds, even if readings alternate between two offsets", () => {
    const seconds = alignedTape(tapeOf(every(200, () => 150, 15_000)));
    expect(alignmentOf(seconds)?.grid).toBe(15_000);
    const mixed = every(100, (i) => (i % 2 === 0 ? 0 : -10_000) + 200, 30_000);
    expect(alignmentOf(alignedTape(tapeOf(mixed)))?.grid).toBe(20_000);
  });

  it("is aligned once: an aligned tape, and a part of it, are not moved again", () => {
    const tape = alignedTape(tapeOf(every(60, () => 500)));
    expect(alignedTape(tape)).toBe(tape);
    const half = tape.between(START, START + 30 * MINUTE);
    expect(alignedTape(half)).toBe(half);
    expect(half.prices("WETH.eth")?.times).toEqual(tape.prices("WETH.eth")?.times.subarray(0, 30));
  });

  it("never moves a reading forward, far, or onto another one, whatever the delays", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 14_000 }), { minLength: 20, maxLength: 60 }), (delays) => {
        const late = every(delays.length, (i) => delays[i] ?? 0, 15_000);
        const times = alignedTape(tapeOf(late)).prices("WETH.eth")?.times ?? new Float64Array();
        expect(times).toHaveLength(late.length);
        expect(times.every((at, i) => at <= (late[i] ?? 0) && (late[i] ?? 0) - at <= 2_000)).toBe(true);
        expect(times.every((at, i) => i === 0 || at > (times[i - 1] ?? 0))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

describe("alignedTape of a tape that names the instants for which it was read", () => {
  it("lets each reading count from its instant, however late it came and at whatever second that is", () => {
    const asked = every(100, (i) => (i % 3) * 7_000);
    const tape = alignedTape(
      tapeOf(
        asked.map((at, i) => at + 100 + ((i * 997) % 9_000)),
        asked,
      ),
    );
    expect(tape.prices("WETH.eth")?.times).toEqual(Float64Array.from(asked));
    expect(alignmentOf(tape)).toMatchObject({ grid: null });
  });

  it("takes the last of several readings for one instant, as a bot that reads again after its `read` hooks", () => {
    const asked = every(60, (i) => (i % 2 === 0 ? 0 : -MINUTE));
    const tape = alignedTape(
      tapeOf(
        asked.map((at, i) => at + (i % 2 === 0 ? 300 : 1_500)),
        asked,
      ),
    );
    expect(tape.prices("WETH.eth")?.times.length).toBe(30);
    expect(tape.prices("WETH.eth")?.at(START)).toBe(2);
  });

  it("leaves readings without an instant, later than any answer, or overtaken by an earlier instant's answer", () => {
    const times = [400, 20_000, 66_500, 70_000].map((at) => START + at);
    const asked = [START + 400, START, START + 65_000, START + MINUTE];
    const tape = tapeOf(times, asked);
    expect(alignedTape(tape).prices("WETH.eth")?.times).toEqual(
      Float64Array.of(400, 20_000, 65_000, 70_000).map((at) => START + at),
    );
    const exact = tapeOf(times, times);
    expect(alignedTape(exact)).toBe(exact);
  });
});
