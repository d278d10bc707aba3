import { describe, expect, it } from "vitest";
import { EVM_SEARCH_ORDER, type TokenRef } from "../../../src/venue/index.js";
import { sameRef } from "../../../src/venue/price/lookup.js";
import { makeExchange, now } from "../fixture.js";

const SHARED = "0x4200000000000000000000000000000000000006";
const SOL = "So11111111111111111111111111111111111111112";

describe("a token without a chain", () => {
  it("is looked for in the service's order of chains", () => {
    expect(EVM_SEARCH_ORDER).toEqual(["eth", "polygon", "bsc", "arbitrum", "base", "optimism", "avalanche", "linea"]);
    const { exchange } = makeExchange();
    expect(now(exchange.price({ address: SHARED }))?.token.name).toBe("WETH.base");
  });

  it("is the first one that has a price", () => {
    const { exchange, prices } = makeExchange();
    prices.set("WETH.base", null);
    expect(now(exchange.price({ address: SHARED }))?.token.name).toBe("WETH.optimism");
    prices.set("WETH.optimism", null);
    expect(now(exchange.price({ address: SHARED }))).toBeNull();
  });

  it("lives on svm unless its address begins with 0x", () => {
    const { exchange } = makeExchange();
    expect(now(exchange.price({ address: SOL }))).toMatchObject({ token: { name: "SOL.svm" }, usd: 150 });
  });
});

describe("a token with a chain", () => {
  it.each<[string, TokenRef, string | null]>([
    ["the specific chain", { address: SHARED, specificChain: "optimism" }, "WETH.optimism"],
    ["both", { address: SHARED, chain: "evm", specificChain: "base" }, "WETH.base"],
    ["in upper case", { address: SHARED, chain: "EVM", specificChain: "OPTIMISM" }, "WETH.optimism"],
    ["a specific chain as the chain", { address: SHARED, chain: "base" }, null],
    ["the other kind of chain", { address: SHARED, chain: "svm" }, null],
    ["evm for a Solana address", { address: SOL, chain: "evm" }, null],
    ["an EVM chain for a Solana address", { address: SOL, specificChain: "eth" }, null],
    ["a chain where it is not", { address: SHARED, specificChain: "eth" }, null],
    ["a chain that nobody knows", { address: SHARED, specificChain: "moon" }, null],
    ["an address that nobody knows", { address: "0x0000000000000000000000000000000000000001" }, null],
    ["no address at all", { address: "" }, null],
  ])("by %s is that token, or none", (_what, ref, name) => {
    const { exchange } = makeExchange();
    expect(now(exchange.price(ref))?.token.name ?? null).toBe(name);
  });

  it("is found whatever the case of its address, on EVM; on Solana the case matters", () => {
    const { exchange, registry } = makeExchange();
    const { address } = registry.resolve("WETH.eth");
    expect(now(exchange.price({ address: `0x${address.slice(2).toUpperCase()}` }))?.token.name).toBe("WETH.eth");
    expect(now(exchange.price({ address: SOL.toLowerCase() }))).toBeNull();
  });
});

it("a look-up adds nothing to the registry, whatever is requested", () => {
  const { exchange, registry } = makeExchange();
  const before = registry.list().length;
  for (let i = 0; i < 100; i++) void exchange.price({ address: `0x${String(i).padStart(40, "0")}` });
  expect(registry.list()).toHaveLength(before);
});

describe("sameRef", () => {
  it("compares addresses and specific chains, EVM without regard to case", () => {
    expect(sameRef({ address: "0xAB" }, { address: "0xab" })).toBe(true);
    expect(sameRef({ address: "So1" }, { address: "so1" })).toBe(false);
    expect(sameRef({ address: SHARED, specificChain: "base" }, { address: SHARED, specificChain: "optimism" })).toBe(
      false,
    );
  });
});
