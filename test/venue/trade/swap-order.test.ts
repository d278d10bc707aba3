import { expect, test } from "vitest";
import { Decimal } from "../../../src/core/number/decimal.js";
import { KNOWN_TOKENS } from "../../../src/model/known-tokens.js";
import { TokenRegistry } from "../../../src/model/token-registry.js";
import { swapOrder } from "../../../src/venue/trade/swap-order.js";

const registry = new TokenRegistry(KNOWN_TOKENS);
const [usdc, weth] = [registry.resolve("USDC.eth"), registry.resolve("WETH.eth")];

test.each(["1e-90", "1e90", `0.${"3".repeat(90)}`, `1.${"0".repeat(89)}1`])(
  "a caller in this process with %s is refused like a request with too long a text",
  (amount) => {
    expect(() => swapOrder(usdc, weth, new Decimal(amount))).toThrow(
      expect.objectContaining({ code: "BAD_AMOUNT" }) as Error,
    );
  },
);

test.each(["1e-40", "1e40", `0.${"3".repeat(40)}`, "1000"])("%s is accepted", (amount) => {
  expect(swapOrder(usdc, weth, new Decimal(amount)).amount.equals(new Decimal(amount))).toBe(true);
});
