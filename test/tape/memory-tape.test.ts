import type { Bars } from "../../src/model/bar.js";
import { describe, expect, test } from "vitest";
import { memoryTape, type RecordedQuote } from "../../src/tape/index.js";
import type { Token } from "../../src/model/token.js";

const token = (name: string): Token => ({ name, address: name, chain: "evm", specificChain: "eth", cash: false });
const [A, B] = [token("A.eth"), token("B.eth")];
const MINUTE = 60_000;
const T0 = Date.UTC(2025, 0, 1);
const column = (...values: number[]): Float64Array => Float64Array.from(values);
const minutes = (...values: number[]): Float64Array => column(...values.map((value) => T0 + value * MINUTE));

function bars(time: Float64Array, volume: Float64Array = time.map((_, i) => i)): Bars {
  const of = (offset: number): Float64Array => time.map((_, i) => 10 + i + offset);
  return { length: time.length, interval: MINUTE, time, open: of(0), high: of(2), low: of(-1), close: of(1), volume };
}

const quote = (at: number, from: string, to: string): RecordedQuote => ({
  at: T0 + at * MINUTE,
  from,
  to,
  fromAmount: 1,
  toAmount: 2,
  fromPrice: 2,
  toPrice: null,
});

const tape = () =>
  memoryTape({
    label: "by hand",
    tracks: [
      { token: A, bars: bars(minutes(0, 1, 2, 5)) },
      { token: B, times: minutes(1, 2, 3), prices: column(7, 8, 9), movedAt: minutes(1, 1, 3) },
    ],
    quotes: [quote(3, "A.eth", "B.eth"), quote(1, "A.eth", "B.eth"), quote(2, "B.eth", "A.eth")],
  });

describe("a tape in memory", () => {
  test("describes each token, and the span in which every token has a price", () => {
    expect(tape()).toMatchObject({
      folder: null,
      label: "by hand",
      from: T0 + MINUTE,
      until: T0 + 4 * MINUTE,
      interval: MINUTE,
      tracks: [
        { token: A, rows: 4, from: T0, until: T0 + 6 * MINUTE, interval: MINUTE },
        { token: B, rows: 3, from: T0 + MINUTE, until: T0 + 4 * MINUTE, interval: MINUTE },
      ],
    });
  });

  test("has the opens of bars as their prices", () => {
    expect(tape().points("A.eth", T0, T0 + 2 * MINUTE)).toEqual([
      { at: T0, usd: 10 },
      { at: T0 + MINUTE, usd: 11 },
    ]);
    expect(tape().prices("C.eth")).toBeNull();
    expect(tape().bars("B.eth")).toBeNull();
    expect(tape().movedAt("B.eth")?.[1]).toBe(T0 + MINUTE);
  });

  test("names the gaps", () => {
    expect(tape().gaps).toEqual([{ token: "A.eth", from: T0 + 3 * MINUTE, until: T0 + 5 * MINUTE }]);
  });

  test("gives the quotes of a pair in the order of time", () => {
    expect(tape().quotedPairs).toEqual([
      ["A.eth", "B.eth"],
      ["B.eth", "A.eth"],
    ]);
    expect(
      tape()
        .quotes("A.eth", "B.eth")
        .map(({ at }) => at - T0),
    ).toEqual([MINUTE, 3 * MINUTE]);
    expect(tape().quotes("A.eth", "C.eth")).toEqual([]);
  });

  test("is a market of the requested tokens", () => {
    expect(tape().market(["B.eth"])).toMatchObject({ tokens: ["B.eth"], from: T0 + MINUTE, until: T0 + 4 * MINUTE });
    expect(
      tape()
        .market()
        .priceAt("A.eth", T0 + 4 * MINUTE),
    ).toBe(12);
    expect(() => tape().market(["C.eth"])).toThrow(expect.objectContaining({ code: "TAPE_TOKEN" }) as Error);
  });

  test("cannot have two tracks of one token, or an invalid interval", () => {
    const track = { token: B, times: minutes(1, 2), prices: column(7, 8) };
    const refused = (...tracks: Parameters<typeof memoryTape>[0]["tracks"]): unknown => {
      try {
        return memoryTape({ label: "", tracks });
      } catch (error) {
        return error;
      }
    };
    expect(refused(track, track)).toMatchObject({ code: "TAPE_CONFLICT", message: "Two tracks have the token B.eth" });
    for (const interval of [0, -1, Number.NaN, Infinity]) {
      const message = `B.eth: the interval should be above 0, found ${interval}`;
      expect(refused({ ...track, interval })).toMatchObject({ code: "TAPE_ROW", message });
      const wrong = { ...bars(minutes(0, 1)), interval };
      expect(refused({ token: B, bars: wrong })).toMatchObject({ code: "TAPE_ROW", message });
    }
  });
});

describe("a part of a tape", () => {
  test("has nothing outside of it: a bar that ends later is known by its open alone", () => {
    const part = tape().between(T0 + MINUTE, T0 + 2.5 * MINUTE);
    expect([...(part.bars("A.eth")?.close ?? [])]).toEqual([12]);
    expect(part.bars("A.eth")?.length).toBe(1);
    expect([...(part.prices("A.eth")?.prices ?? [])]).toEqual([11, 12]);
    expect(part.prices("A.eth")?.end).toBe(T0 + 2.5 * MINUTE);
    expect(part.movedAt("B.eth")).toEqual(minutes(1, 1));
    expect(part.quotes("A.eth", "B.eth")).toHaveLength(1);
  });

  test("shares the memory of the whole", () => {
    const whole = tape();
    expect(whole.between(T0 + MINUTE, T0 + 3 * MINUTE).bars("A.eth")?.high.buffer).toBe(
      whole.bars("A.eth")?.high.buffer,
    );
  });

  test("leaves out tokens that have nothing in it", () => {
    expect(
      tape()
        .between(T0 + 4 * MINUTE, T0 + 9 * MINUTE)
        .tracks.map(({ token: { name } }) => name),
    ).toEqual(["A.eth"]);
  });

  test("of everything has the fingerprint of the whole, and any other part another one", () => {
    const whole = tape();
    expect(whole.between(T0, T0 + 6 * MINUTE).fingerprint).toBe(whole.fingerprint);
    expect(whole.between(T0, T0 + 5.5 * MINUTE).fingerprint).not.toBe(whole.fingerprint);
  });
});

describe("the fingerprint", () => {
  const one = () => ({ token: A, bars: bars(minutes(0, 1)) });
  const two = () => ({ token: B, times: minutes(1, 2), prices: column(7, 8) });
  const of = (...tracks: Parameters<typeof memoryTape>[0]["tracks"]) =>
    memoryTape({ label: "", tracks, quotes: [] }).fingerprint;

  test("is 16 hex digits, the same in whatever order the tokens come", () => {
    expect(of(one(), two())).toMatch(/^[0-9a-f]{16}$/);
    expect(of(one(), two())).toBe(of(two(), one()));
  });

  test("changes with the least difference, in any column", () => {
    const before = of(one());
    for (const name of ["time", "open", "high", "low", "close", "volume"] as const) {
      const changed = one();
      changed.bars[name][1] = (changed.bars[name][1] as number) * (1 + Number.EPSILON);
      expect(of(changed)).not.toBe(before);
    }
  });

  test("ignores which NaN stands for an unknown volume", () => {
    const odd = new Float64Array(new BigUint64Array([0xfff8000000000001n, 0n]).buffer);
    expect(of({ token: A, bars: bars(minutes(0, 1), odd) })).toBe(
      of({ token: A, bars: bars(minutes(0, 1), column(Number.NaN, 0)) }),
    );
  });
});

describe("invalid data is refused, with token and row", () => {
  test.each<[string, Partial<Bars>, RegExp]>([
    ["a time twice", { time: minutes(0, 1, 1) }, /A\.eth, row 2: its time \d+ is not later/],
    ["a price of 0", { low: column(1, 0, 1) }, /A\.eth, row 1: low should be above 0, found 0/],
    ["NaN for a price", { open: column(1, 2, Number.NaN) }, /A\.eth, row 2: open should be above 0, found NaN/],
    ["a column that is short", { volume: column(1) }, /A\.eth, row 1: volume has 1 rows, but there are 3 times/],
    ["nothing at all", { time: column() }, /A\.eth, row 0: there is none/],
  ])("%s", (_name, change, message) => {
    const broken = { ...bars(minutes(0, 1, 2)), ...change };
    expect(() => memoryTape({ label: "", tracks: [{ token: A, bars: broken }] })).toThrow(message);
  });

  test("a quote of zero", () => {
    const nothing = { ...quote(1, "A.eth", "B.eth"), toAmount: 0 };
    expect(() => memoryTape({ label: "", tracks: [], quotes: [nothing] })).toThrow(/quote of 1 A\.eth for 0 B\.eth/);
  });
});
