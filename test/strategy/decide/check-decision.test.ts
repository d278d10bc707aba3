import { expect, onTestFinished, test } from "vitest";
import { KNOWN_TOKENS } from "../../../src/model/known-tokens.js";
import { TokenRegistry } from "../../../src/model/token-registry.js";
import { checkDecision } from "../../../src/strategy/decide/check-decision.js";
import { BadDecisionError } from "../../../src/strategy/errors.js";

const registry = new TokenRegistry(KNOWN_TOKENS);
const check = (decision: unknown): unknown => checkDecision(decision, registry);
const swap = { kind: "swap", from: "USDC.eth", to: "WETH.eth", size: { usd: 10 }, reason: "because" };
const target = { kind: "target", weights: { "WETH.eth": 0.5 }, reason: "because" };
const hold = { kind: "hold", reason: "because" };
const cancel = { kind: "cancel", reason: "because" };

test.each([
  swap,
  { ...swap, size: { amount: "0.000001" } },
  { ...swap, size: { fraction: 1 } },
  { ...swap, id: "a", limit: 0.5, validFor: 1, urgent: true, evidence: { a: [1, null, "x", { b: true }] } },
  target,
  { ...target, band: 0, weights: { "WETH.eth": 0, "WBTC.eth": 1 } },
  { ...target, weights: { "WETH.eth": 0.1, "WBTC.eth": 0.2, "USDC.eth": 0.7 } },
  hold,
  cancel,
  { ...cancel, id: "a" },
  { ...cancel, token: "WETH.eth" },
])("%j is a decision", (decision) => {
  expect(check(decision)).toEqual(decision);
});

test("a share that rounding has left below 0 is 0, and a sum that it has left above 1 is 1", () => {
  const weights = { "WETH.eth": -1e-18, "WBTC.eth": 1 + 1e-10, "USDC.eth": -0 };
  expect(check({ ...target, weights })).toEqual({
    ...target,
    weights: { "WETH.eth": 0, "WBTC.eth": 1, "USDC.eth": 0 },
  });
});

test("tokens get their full names", () => {
  expect(check({ ...swap, to: "WBTC" })).toMatchObject({ to: "WBTC.eth" });
  expect(check({ ...target, weights: { WBTC: 1 } })).toMatchObject({ weights: { "WBTC.eth": 1 } });
  expect(check({ ...cancel, token: "SOL" })).toMatchObject({ token: "SOL.svm" });
});

test.each([
  [null, /must be an object/],
  ["hold", /must be an object/],
  [[hold], /must be an object \(it is \[ \{/],
  [{ reason: "x" }, /no decision of kind/],
  [{ ...hold, kind: "sell" }, /no decision of kind 'sell'/],
  [{ ...hold, kind: "toString" }, /no decision of kind/],
  [{ kind: "hold" }, /needs a reason/],
  [{ ...hold, reason: "  " }, /needs a reason/],
  [{ ...hold, reason: 5 }, /needs a reason/],
  [{ ...hold, resaon: "x" }, /a hold has no "resaon"/],
  [{ ...hold, evidence: 5 }, /evidence must be/],
  [{ ...hold, evidence: { a: Number.NaN } }, /but evidence\.a is NaN/],
  [{ ...hold, evidence: { a: { b: undefined } } }, /a\.b is undefined/],
  [{ ...hold, evidence: { a: new Date(0) } }, /a is a Date/],
  [{ ...hold, evidence: { a: new Float64Array(1) } }, /a is a Float64Array/],
  [{ ...hold, evidence: { a: () => 1 } }, /a is a function/],
  [{ ...swap, from: "nope" }, /from: There is no token "nope"/],
  [{ ...swap, to: undefined }, /to must be a token name/],
  [{ ...swap, to: "USDC.eth" }, /needs two tokens/],
  [{ ...swap, size: undefined }, /size must be one of/],
  [{ ...swap, size: {} }, /size must be one of/],
  [{ ...swap, size: { usd: 1, fraction: 1 } }, /size must be one of/],
  [{ ...swap, size: { usd: 1, note: "x" } }, /size has no "note"/],
  [{ ...swap, size: { amount: 5 } }, /size\.amount must be/],
  [{ ...swap, size: { amount: "1e3" } }, /size\.amount must be/],
  [{ ...swap, size: { amount: "0" } }, /size\.amount must be/],
  [{ ...swap, size: { amount: "-1" } }, /size\.amount must be/],
  [{ ...swap, size: { usd: 0 } }, /size\.usd must be/],
  [{ ...swap, size: { usd: Infinity } }, /size\.usd must be/],
  [{ ...swap, size: { usd: "5" } }, /size\.usd must be/],
  [{ ...swap, size: { fraction: 1.01 } }, /size\.fraction must be/],
  [{ ...swap, size: { fraction: Number.NaN } }, /size\.fraction must be/],
  [{ ...swap, limit: 0 }, /limit must be/],
  [{ ...swap, limit: Number.NaN }, /limit must be/],
  [{ ...swap, validFor: -1 }, /validFor must be/],
  [{ ...swap, validFor: 1e300 }, /validFor must be milliseconds .* \(it is 1e\+300\)/],
  [{ ...target, validFor: 2 ** 53 }, /validFor must be milliseconds/],
  [{ ...swap, urgent: 1 }, /urgent must be/],
  [{ ...swap, id: "" }, /id must be/],
  [{ ...target, weights: undefined }, /weights must be an object/],
  [{ ...target, weights: {} }, /names no token/],
  [{ ...target, weights: { "WETH.eth": 1.1 } }, /weight of WETH\.eth/],
  [{ ...target, weights: { "WETH.eth": -0.1 } }, /weight of WETH\.eth/],
  [{ ...target, weights: { "WETH.eth": -1e-8 } }, /weight of WETH\.eth/],
  [{ ...target, weights: { "WETH.eth": Number.NaN } }, /weight of WETH\.eth/],
  [{ ...target, weights: { "WETH.eth": "1" } }, /weight of WETH\.eth/],
  [{ ...target, weights: { "WETH.eth": 0.6, "WBTC.eth": 0.6 } }, /sum to 1\.2/],
  [{ ...target, weights: { "WBTC.eth": 0.1, WBTC: 0.1 } }, /names WBTC\.eth twice/],
  [{ ...target, weights: { "WETHH.eth": 0.1 } }, /There is no token/],
  [{ ...target, band: -1 }, /band is in percentage points/],
  [{ ...target, weigths: {} }, /a target has no "weigths"/],
])("%j is invalid, and the error says why", (decision, message) => {
  expect(() => check(decision)).toThrow(BadDecisionError);
  expect(() => check(decision)).toThrow(message);
});

test.each([
  [{ ...target, weigths: {} }, "Did you mean weights?"],
  [{ ...swap, usd: 50 }, "Write size: { usd }."],
])("the error of %j suggests what was probably meant", (decision, remedy) => {
  try {
    check(decision);
  } catch (error) {
    expect((error as BadDecisionError).remedy).toBe(remedy);
  }
  expect.assertions(1);
});

test.each([
  [100_000 / 3, 33_333],
  [0.2, 1],
  [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
])("validFor %d is %d whole milliseconds", (validFor, whole) => {
  expect(check({ ...swap, validFor })).toEqual({ ...swap, validFor: whole });
  expect(check({ ...target, validFor })).toEqual({ ...target, validFor: whole });
});

/** Gives one value at the first reading, and another one from the second on. */
const turning = <T extends object>(whole: T, member: string, first: unknown, then: unknown): T => {
  let reads = 0;
  return Object.defineProperty({ ...whole }, member, { enumerable: true, get: () => (reads++ === 0 ? first : then) });
};

test("each member is read once: a getter's later values are ignored", () => {
  expect(check(turning(swap, "size", { usd: 10 }, null))).toEqual(swap);
  expect(check(turning(target, "weights", target.weights, 1n))).toEqual(target);
  expect(check({ ...swap, size: turning({}, "usd", 10, 1n) })).toEqual(swap);
  const evidence = { list: [turning({}, "n", 1, 1n)] };
  expect(check({ ...hold, evidence })).toEqual({ ...hold, evidence: { list: [{ n: 1 }] } });
});

test("evidence that changes at each reading is refused, not written down", () => {
  let reads = 0;
  const evidence = Object.defineProperty({}, "n", { enumerable: true, get: () => [1n, 5, 1n][reads++ % 3] });
  expect(() => check({ ...hold, evidence })).toThrow(/evidence is something else each time it is read/);
});

test("only a decision's own members count, because only they are written down", () => {
  class Waiting {
    readonly kind = "hold";
    get reason(): string {
      return "because";
    }
  }
  expect(() => check(new Waiting())).toThrow(/a hold needs a reason/);
  const inherited: unknown = Object.create(hold);
  expect(() => check(inherited)).toThrow(/no decision of kind undefined/);
});

test("a member that a package put on all objects is ignored", () => {
  const all = Object.prototype as { polluted?: string };
  all.polluted = "yes";
  onTestFinished(() => {
    delete all.polluted;
  });
  const decision = { ...swap, evidence: { a: [1, { b: null }] } };
  expect(JSON.stringify(check(decision))).toBe(JSON.stringify(decision));
});
