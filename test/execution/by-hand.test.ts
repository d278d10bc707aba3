import { describe, expect, it } from "vitest";
import { expectAgreement, flush, swap, USDC, WBTC, WETH, World } from "./world.js";

const SETTLE = 60_000;

describe("a person resolves", () => {
  const conflict = async (): Promise<{ world: World; id: string }> => {
    const world = new World();
    world.venue.faults.push("lost-after");
    world.venue.listLagMs = 10 * SETTLE;
    world.decide("s", swap(USDC, WETH, 100), swap(USDC, WBTC, 100));
    await world.pass(SETTLE);
    expect(world.states()).toEqual(["CONFLICT", "DROPPED"]);
    expect(world.told("dropped")).toMatchObject([{ code: "TOKEN_BLOCKED" }]);
    return { world, id: world.journal.intents[0]?.intent.id ?? "" };
  };
  const resolve = async (run: Promise<void>): Promise<void> => {
    run.catch(() => {});
    await flush();
    await run;
  };

  it("a conflict as filled, by the marker in the list", async () => {
    const { world, id } = await conflict();
    world.decide("s", swap(USDC, WBTC, 100));
    expect(world.told("refused")).toMatchObject([{ code: "TOKEN_BLOCKED" }]);
    await expect(resolve(world.executor.resolveByHand(id, { kind: "filled", reason: "I saw it" }))).rejects.toThrow(
      /list of trades has none/,
    );
    world.venue.listLagMs = 0;
    await resolve(world.executor.resolveByHand(id, { kind: "filled", reason: "I saw it" }));
    expect(world.states()[0]).toBe("FILLED");
    expect(world.told("filled")).toMatchObject([{ code: "BY_HAND", reason: "I saw it" }]);
    expect(world.executor.blockedTokens().size).toBe(0);
    expectAgreement(world);
  });

  it("a conflict as not executed; what moved is an adjustment then", async () => {
    const { world, id } = await conflict();
    await resolve(world.executor.resolveByHand(id, { kind: "not-executed", reason: "the organisers took it back" }));
    expect(world.states()[0]).toBe("NOT_EXECUTED");
    expect(await world.reconcile()).toMatchObject([{ book: "unassigned", token: WETH, cause: "adjustment" }]);
    expect(await world.reconcile()).toMatchObject([{ book: "s", token: USDC, cause: "adjustment" }]);
    expectAgreement(world);
  });

  it("nothing that is not open", async () => {
    const world = new World();
    await expect(world.executor.resolveByHand("nobody", { kind: "not-executed", reason: "" })).rejects.toThrow(
      /not open/,
    );
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(0);
    const id = world.journal.intents[0]?.intent.id ?? "";
    await expect(world.executor.resolveByHand(id, { kind: "not-executed", reason: "" })).rejects.toMatchObject({
      code: "RESOLVE",
    });
  });

  it("a conflict of an earlier run", async () => {
    const { world, id } = await conflict();
    await world.restart();
    expect([...world.executor.blockedTokens()].sort()).toEqual([USDC, WETH]);
    world.venue.listLagMs = 0;
    await resolve(world.executor.resolveByHand(id, { kind: "filled", reason: "I saw it" }));
    expectAgreement(world);
  });
});
