import { describe, expect, it } from "vitest";
import { all, andThen, isPromise, promised } from "../../src/core/maybe.js";

const failed = (): number => {
  throw new Error("no");
};

describe("values that may be there already", () => {
  it("continue at once if they are there, and stay values", () => {
    expect(andThen(2, (value) => value * 3)).toBe(6);
    expect(all([1, 2])).toEqual([1, 2]);
    expect(isPromise(all([1, 2]))).toBe(false);
  });

  it("continue later if one of them is a promise", async () => {
    expect(await andThen(Promise.resolve(2), (value) => value * 3)).toBe(6);
    expect(await all([1, Promise.resolve(2)])).toEqual([1, 2]);
  });

  it("can always be made a promise, thrown errors included", async () => {
    const asked = [promised(() => 1), promised(() => Promise.resolve(2)), promised(() => failed())];
    expect(await Promise.allSettled(asked)).toMatchObject([{ value: 1 }, { value: 2 }, { reason: { message: "no" } }]);
  });

  it("become a separate promise for each caller, and thrown values reject unchanged", async () => {
    const shared = Promise.resolve(2);
    expect(promised(() => shared)).not.toBe(shared);
    const thrown = promised(() => {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- a strategy may throw anything
      throw "no";
    });
    await expect(thrown).rejects.toBe("no");
  });

  it("are promises only if they have a `then`", () => {
    expect([null, undefined, 0, "then", { other: 1 }].map((value) => isPromise(value as unknown))).toEqual(
      Array(5).fill(false),
    );
    expect(isPromise(Promise.resolve())).toBe(true);
  });
});
