import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { freshSeed, numberedRandom, seededRandom, type Random } from "../../src/core/random.js";

const draw = (random: Random, count: number): number[] => Array.from({ length: count }, () => random.next());

describe("the seeded random", () => {
  it("gives the same numbers for the same seed, on every machine", () => {
    expect(draw(seededRandom("contender"), 20)).toEqual(draw(seededRandom("contender"), 20));
    expect(draw(seededRandom("contender"), 3)).toEqual(draw(seededRandom("contender"), 3));
    expect(draw(seededRandom("a"), 5)).not.toEqual(draw(seededRandom("b"), 5));
  });

  it("gives the same by number as by the number's text", () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), (seed, key) => {
        const forked = seededRandom(seed).fork(String(key));
        const numbered = numberedRandom(seed)(key);
        for (let i = 0; i < 5; i++) expect(numbered.next()).toBe(forked.next());
      }),
    );
  });

  it("gives these very numbers, on which journals and tests depend", () => {
    const random = seededRandom("contender");
    expect(draw(random, 4)).toEqual([0.909653119975701, 0.6220524762757123, 0.23001507227309048, 0.23551089665852487]);
    expect(draw(random, 999_996).at(-1)).toBe(0.5295812631957233);
  });

  it("forks by key alone, whatever was drawn before", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.nat({ max: 20 }), (seed, key, drawn) => {
        const used = seededRandom(seed);
        draw(used, drawn);
        expect(draw(used.fork(key), 5)).toEqual(draw(seededRandom(seed).fork(key), 5));
      }),
    );
  });

  it("is uniform in [0, 1): mean 1/2, variance 1/12, and keys next to each other are independent", () => {
    const count = 100_000;
    const values = draw(seededRandom("uniform"), count);
    const mean = values.reduce((sum, value) => sum + value, 0) / count;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count;
    expect(Math.min(...values.slice(0, 50_000))).toBeGreaterThanOrEqual(0);
    expect(Math.max(...values.slice(0, 50_000))).toBeLessThan(1);
    expect(mean).toBeCloseTo(0.5, 2);
    expect(variance).toBeCloseTo(1 / 12, 2);
    const firsts = Array.from({ length: 20_000 }, (_, i) => seededRandom(`key ${i}`).next());
    const covariance = firsts.slice(1).reduce((sum, value, i) => sum + (value - 0.5) * ((firsts[i] ?? 0) - 0.5), 0);
    expect(Math.abs(covariance / firsts.length)).toBeLessThan(0.005);
  });

  it("draws whole numbers below the bound, each of them", () => {
    const random = seededRandom("dice");
    expect(new Set(Array.from({ length: 500 }, () => random.int(6)))).toEqual(new Set([0, 1, 2, 3, 4, 5]));
  });

  it("draws normal numbers of mean 0 and deviation 1", () => {
    const random = seededRandom("normal");
    const values = Array.from({ length: 100_000 }, () => random.normal());
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
    const beyondTwo = values.filter((value) => Math.abs(value) > 2).length / values.length;
    expect(mean).toBeCloseTo(0, 1);
    expect(deviation).toBeCloseTo(1, 1);
    expect(beyondTwo).toBeCloseTo(0.0455, 2);
  });

  it("takes a fresh seed from the machine each time", () => {
    expect(freshSeed()).toMatch(/^[0-9a-f]{32}$/);
    expect(freshSeed()).not.toBe(freshSeed());
  });
});
