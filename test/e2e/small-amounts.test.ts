import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStage, type Stage } from "./stage.js";

interface Swapped {
  readonly outcomes: readonly { readonly status: string; readonly fromAmount: string; readonly reason: string }[];
}

describe("a sale of more decimal places than the service books", { shuffle: false }, () => {
  let stage: Stage;
  const swap = (amount: string, ...pair: string[]): Promise<Swapped> =>
    stage.json("swap", ...pair, amount, "--reason", "a small amount");

  beforeAll(async () => {
    stage = await openStage(["--synthetic", "7"]);
    expect(await swap("100", "USDC.eth", "WETH.eth")).toMatchObject({ outcomes: [{ status: "filled" }] });
  });
  afterAll(() => stage.close());

  it("sells the amount that the service books, and rests no token", async () => {
    const { code, stdout } = await stage.contender(
      ...["swap", "WETH.eth", "USDC.eth", "0.0012345678901234", "--reason", "16 decimal places"],
    );
    expect([code, stdout]).toEqual([0, expect.stringMatching(/filled +WETH\.eth +0\.001234567890123 +USDC\.eth/)]);
    const { trades } = await stage.json<{ trades: { fromAmount: string }[] }>("trades");
    expect(trades[0]?.fromAmount).toBe("0.001234567890123");
    expect((await swap("0.0012345678901238", "WETH.eth", "USDC.eth")).outcomes).toMatchObject([
      { status: "filled", fromAmount: "0.001234567890123" },
    ]);
  });

  it("is cut to 15 significant digits as well", async () => {
    expect((await swap("1.2345678901234567", "USDC.eth", "WETH.eth")).outcomes).toMatchObject([
      { status: "filled", fromAmount: "1.23456789012345" },
    ]);
  });

  it("is refused with a reason, and not sent, below the competition's minimum", async () => {
    const { code, stdout } = await stage.contender(
      ...["swap", "WETH.eth", "USDC.eth", "0.00000012345678901234", "--reason", "dust"],
    );
    expect(code).toBe(1);
    expect(stdout).toContain("below the competition's minimum of 0.000001");
    const { trades } = await stage.json<{ trades: object[] }>("trades");
    expect(trades).toHaveLength(4);
  });
});
