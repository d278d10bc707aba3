import { describe, expect, it } from "vitest";
import { makeCompetition, makeExchange, now, order, refusal } from "../fixture.js";

/** What may be wrong with a trade, in the order in which the service looks (service notes, "Errors"). */
const FAULTS = [
  ["a field is missing", "MISSING_FIELD"],
  ["the reason is missing", "MISSING_FIELD"],
  ["the amount is no number", "BAD_AMOUNT"],
  ["the amount is below the minimum", "TOO_SMALL"],
  ["both tokens are the same", "SAME_TOKEN"],
  ["a token has no price", "NO_PRICE"],
  ["the tokens are on two chains", "CROSS_CHAIN"],
  ["the balance is too small", "INSUFFICIENT_BALANCE"],
  ["the trade is over the cap", "OVER_CAP"],
  ["the tolerance is exceeded", "SLIPPAGE"],
] as const;
type Fault = (typeof FAULTS)[number][0];

/** Pairs that one request cannot have. */
const EXCLUSIVE = new Set([
  "the amount is no number + the amount is below the minimum",
  "the amount is no number + the trade is over the cap",
  "the amount is below the minimum + the trade is over the cap",
  "both tokens are the same + the tokens are on two chains",
]);

/** Sends a trade with these faults, and gives the refusal. */
function send(...faults: readonly Fault[]) {
  const { exchange, registry, prices, team } = makeCompetition();
  const has = (fault: Fault): boolean => faults.includes(fault);
  const poor = has("the balance is too small");
  const from = poor ? "WETH.eth" : "USDC.eth";
  const other = has("the tokens are on two chains") ? "SOL.svm" : poor ? "USDC.eth" : "WETH.eth";
  const to = has("both tokens are the same") ? from : other;
  if (has("a token has no price")) prices.set(to, null);
  const large = has("the trade is over the cap") ? (poor ? "100" : "4000") : poor ? "0.1" : "100";
  const small = has("the amount is below the minimum") ? "0.0000001" : large;
  const fields = {
    ...order(registry, from, to, has("the amount is no number") ? "abc" : small),
    ...(has("a field is missing") ? { fromToken: "" } : {}),
    ...(has("the reason is missing") ? { reason: "" } : {}),
    ...(has("the tolerance is exceeded") ? { slippageTolerance: "0.00001" } : {}),
  };
  const before = exchange.balances(team);
  const refused = refusal(() => exchange.execute(team, fields));
  expect(exchange.balances(team)).toBe(before);
  expect(exchange.trades(team)).toEqual([]);
  return refused;
}

describe("execute", () => {
  it.each(FAULTS)("refuses where %s (%s), and changes nothing", (fault, code) => {
    expect(send(fault)?.code).toBe(code);
  });

  it("accepts a valid trade", () => {
    const { exchange, registry, team } = makeCompetition();
    expect(refusal(() => exchange.execute(team, order(registry, "USDC.eth", "WETH.eth", "100")))).toBeNull();
  });

  const pairs = FAULTS.flatMap(([first], i) => FAULTS.slice(i + 1).map(([second]) => [first, second] as const));
  it.each(pairs.filter(([a, b]) => !EXCLUSIVE.has(`${a} + ${b}`)))("where %s and %s, reports the former", (a, b) => {
    expect(send(a, b)).toEqual(send(a));
  });

  it("refuses without an active competition before it reads any field", () => {
    const { exchange } = makeExchange();
    const team = exchange.addTeam({ name: "alpha" }).id;
    expect(refusal(() => exchange.execute(team, {}))?.code).toBe("NO_COMPETITION");
  });

  it("refuses a team that does not take part before it reads any field", () => {
    const { exchange } = makeCompetition();
    const stranger = exchange.addTeam({ name: "late" }).id;
    expect(refusal(() => exchange.execute(stranger, {}))?.code).toBe("NOT_PARTICIPATING");
  });

  it("refuses a deactivated team first of all, even if no competition is active any more", () => {
    const { exchange, team, competition } = makeCompetition();
    exchange.deactivateTeam(team, "too few trades");
    const refused = { code: "DEACTIVATED", args: { reason: "too few trades" } };
    expect(refusal(() => exchange.execute(team, {}))).toEqual(refused);
    void exchange.end(competition);
    expect(refusal(() => exchange.execute(team, {}))).toEqual(refused);
  });
});

describe("a refusal's arguments", () => {
  it("name the missing fields, all three or the reason", () => {
    const all = { code: "MISSING_FIELD", args: { fields: ["fromToken", "toToken", "amount"] } };
    expect(send("a field is missing")).toEqual(all);
    expect(send("the reason is missing")).toEqual({ code: "MISSING_FIELD", args: { fields: ["reason"] } });
  });

  it("give the minimum and the cap of the competition", () => {
    expect(send("the amount is below the minimum")?.args).toEqual({ minimum: "0.000001" });
    expect(send("the trade is over the cap")?.args).toEqual({ share: 0.25 });
  });

  it.each(["abc", "-1", "NaN"])("name a tolerance such as %j, which is checked last", (slippageTolerance) => {
    const { exchange, registry, team } = makeCompetition();
    const fields = order(registry, "USDC.eth", "WETH.eth", "100");
    expect(refusal(() => exchange.execute(team, { ...fields, slippageTolerance }))).toEqual({
      code: "MALFORMED",
      args: { fields: ["slippageTolerance"] },
    });
    expect(refusal(() => exchange.execute(team, { ...fields, amount: "4000", slippageTolerance }))?.code).toBe(
      "OVER_CAP",
    );
  });
});

describe("quote", () => {
  it("needs no competition, no reason and no balance, and knows no cap", () => {
    const { exchange, registry } = makeExchange();
    const team = exchange.addTeam({ name: "alpha" }).id;
    const fields = { ...order(registry, "WETH.eth", "USDC.eth", "1"), reason: undefined };
    expect(now(exchange.quote(team, fields))).toMatchObject({ from: "WETH.eth", to: "USDC.eth", fromPrice: 2500 });
  });

  it("refuses missing fields, then amounts, then equal tokens, then tokens without a price", () => {
    const { exchange, registry, prices } = makeExchange();
    const team = exchange.addTeam({ name: "alpha" }).id;
    const code = (fields: object) => refusal(() => exchange.quote(team, fields))?.code;
    prices.set("WETH.eth", null);
    const same = order(registry, "WETH.eth", "WETH.eth", "abc");
    expect(code({ ...same, toToken: "" })).toBe("MISSING_FIELD");
    expect(code(same)).toBe("BAD_AMOUNT");
    expect(code({ ...same, amount: "1" })).toBe("SAME_TOKEN");
    expect(code(order(registry, "USDC.eth", "WETH.eth", "1"))).toBe("NO_PRICE");
    expect(code(order(registry, "USDC.eth", "WETH.eth", "1e-31"))).toBe("BAD_AMOUNT");
  });
});

it("two addresses are the same token once their chains are found to be the same", () => {
  const { exchange, registry, team } = makeCompetition();
  const fields = order(registry, "USDC.eth", "USDC.eth", "100");
  expect(refusal(() => exchange.execute(team, { ...fields, toSpecificChain: undefined }))?.code).toBe("SAME_TOKEN");
});

it("tells one address on two chains apart", () => {
  const { exchange, registry, team } = makeCompetition({ defaults: { startBalances: { "WETH.base": "5" } } });
  const fields = order(registry, "WETH.base", "WETH.optimism", "1");
  expect(refusal(() => exchange.execute(team, fields))?.code).toBe("CROSS_CHAIN");
});
