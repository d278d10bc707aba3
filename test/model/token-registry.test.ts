import { describe, expect, it } from "vitest";
import { KNOWN_TOKENS } from "../../src/model/known-tokens.js";
import { TokenRegistry, UnknownTokenError } from "../../src/model/token-registry.js";
import { chainOfAddress, tokenKey } from "../../src/model/token.js";

const registry = (): TokenRegistry => new TokenRegistry(KNOWN_TOKENS);
const failure = (text: string): UnknownTokenError => {
  try {
    registry().resolve(text);
  } catch (error) {
    return error as UnknownTokenError;
  }
  throw new Error(`${text} was found`);
};

describe("the token registry", () => {
  it("finds a token by its full name, and by a bare alias that is unique", () => {
    expect(registry().resolve("WETH.base").address).toBe("0x4200000000000000000000000000000000000006");
    expect(registry().resolve("WBTC").name).toBe("WBTC.eth");
    expect(registry().resolve("SOL").name).toBe("SOL.svm");
  });

  it("refuses an alias that could be several tokens, and names them", () => {
    expect(failure("WETH").message).toContain("WETH.eth, WETH.polygon");
    expect(failure("WETH").remedy).toContain("ALIAS.chain");
  });

  it("reports of an address that its chain is missing, because it may exist on several", () => {
    const { message, remedy } = failure("0x4200000000000000000000000000000000000006");
    expect(message).toContain("is an address without a chain");
    expect(remedy).toContain("0x4200000000000000000000000000000000000006.eth");
    expect(failure("So11111111111111111111111111111111111111112").remedy).toContain("112.svm");
  });

  it("suggests the nearest token for an unknown name", () => {
    expect(failure("WEHT.eth").remedy).toContain("Did you mean WETH.eth?");
    expect(failure("").code).toBe("UNKNOWN_TOKEN");
    expect(failure("0x12.eth")).toBeInstanceOf(UnknownTokenError);
  });

  it("compares EVM addresses without regard to case, and others with it", () => {
    const weth = registry().resolve("WETH.eth");
    expect(registry().ofAddress(weth.address.toUpperCase().replace("0X", "0x"), "eth").name).toBe("WETH.eth");
    expect(tokenKey("So11", "svm")).not.toBe(tokenKey("so11", "svm"));
  });

  it("knows the same address on two chains as two tokens", () => {
    const address = "0x4200000000000000000000000000000000000006";
    expect([registry().ofAddress(address, "base").name, registry().ofAddress(address, "optimism").name]).toEqual([
      "WETH.base",
      "WETH.optimism",
    ]);
  });

  it("names an unconfigured token by its address, and knows it from then on", () => {
    const tokens = registry();
    const token = tokens.ofAddress("0x6982508145454Ce325dDbE47a25d4ec3d2311933", "eth");
    expect(token).toMatchObject({ name: "0x6982508145454Ce325dDbE47a25d4ec3d2311933.eth", chain: "evm", cash: false });
    expect(tokens.get(token.name)).toBe(token);
    expect(tokens.resolve(token.name)).toBe(token);
  });

  it("never lets an address that looks like a name take that name", () => {
    const tokens = registry();
    const weth = tokens.resolve("WETH.eth");
    expect(tokens.ofAddress("WETH", "eth")).toMatchObject({ name: "?WETH.eth", address: "WETH" });
    expect(tokens.get("WETH.eth")).toBe(weth);
    expect(tokens.ofAddress("WETH", "eth").name).toBe("?WETH.eth");
    expect(tokens.ofAddress("a.b", "c").name).not.toBe(tokens.ofAddress("a", "b.c").name);
  });

  it("refuses more unnamed tokens than its limit, and still knows the earlier ones", () => {
    const tokens = registry();
    for (let i = 0; i < 10_000; i++) tokens.ofAddress(`0x${i}`, "eth");
    expect(() => tokens.ofAddress("0xmore", "eth")).toThrow(expect.objectContaining({ code: "TOO_MANY_TOKENS" }));
    expect(tokens.ofAddress("0x17", "eth").name).toBe("0x17.eth");
    expect(tokens.resolve("WETH.eth").name).toBe("WETH.eth");
  });

  it("lets a later token replace the name or the address of an earlier one", () => {
    const usdt = registry().resolve("USDT.eth");
    const tokens = new TokenRegistry([...KNOWN_TOKENS, { ...usdt, name: "TETHER.eth" }]);
    expect(tokens.get("USDT.eth")).toBeUndefined();
    expect(tokens.ofAddress(usdt.address, "eth").name).toBe("TETHER.eth");
  });

  it("knows several tokens of a chain without an address", () => {
    const unknown = ["AAA.eth", "BBB.eth"].map((name) => ({ ...registry().resolve("WETH.eth"), name, address: "" }));
    const tokens = new TokenRegistry([...unknown, ...KNOWN_TOKENS]);
    expect(unknown.map(({ name }) => tokens.resolve(name))).toEqual(unknown);
    expect(tokens.find("", "eth")).toBeUndefined();
  });

  it("gives a name to one token: the address that had it before is then named by itself", () => {
    const [old, own] = ["0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", "0x1111111111111111111111111111111111111111"];
    const usdc = { ...registry().resolve("USDC.eth"), address: own };
    const tokens = new TokenRegistry([...KNOWN_TOKENS, usdc]);
    expect(tokens.ofAddress(own, "eth").name).toBe("USDC.eth");
    expect(tokens.find(old, "eth")).toBeUndefined();
    expect(tokens.ofAddress(old, "eth")).toMatchObject({ name: `${old}.eth`, cash: false });
  });

  it("has one cash token a chain that it knows, and none elsewhere", () => {
    expect(["eth", "base", "svm", "polygon"].map((chain) => registry().cashOf(chain)?.name)).toEqual([
      "USDC.eth",
      "USDC.base",
      "USDC.svm",
      "USDC.polygon",
    ]);
    expect(registry().cashOf("mantle")).toBeUndefined();
  });

  it("derives the chain of an address from its form", () => {
    expect([chainOfAddress("0xabc"), chainOfAddress("So111")]).toEqual(["evm", "svm"]);
  });
});
