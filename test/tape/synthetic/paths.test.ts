import { expect, test } from "vitest";
import { BLOCK, firstState, nextBlock } from "../../../src/tape/synthetic/paths.js";
import { assetOf, SYNTHETIC_TOKENS } from "../../../src/tape/synthetic/tokens.js";

test("the position of each path after a block is the last of its prices", () => {
  let state = firstState(SYNTHETIC_TOKENS);
  for (let index = 0; index < 3; index++) {
    const { prices, after } = nextBlock("seed", index, SYNTHETIC_TOKENS, state);
    for (const { name, price } of SYNTHETIC_TOKENS) {
      const log = (after.assets[assetOf(name)]?.log ?? NaN) + (after.apart[name] ?? NaN);
      expect((price * Math.exp(log)) / (prices.get(name)?.[BLOCK - 1] ?? NaN), name).toBeCloseTo(1, 7);
    }
    state = after;
  }
});

test("a block continues where the one before ended: a chain's distance from the others comes back slowly", () => {
  const [ether] = SYNTHETIC_TOKENS.filter(({ name }) => name === "WETH.eth");
  if (ether === undefined) throw new Error("no ether");
  const first = firstState([ether]);
  const price = (apart: number): number =>
    nextBlock("seed", 1, [ether], { ...first, apart: { [ether.name]: apart } }).prices.get(ether.name)?.[0] ?? NaN;
  expect(price(0.01) / price(0)).toBeCloseTo(Math.exp(0.009), 6);
});
