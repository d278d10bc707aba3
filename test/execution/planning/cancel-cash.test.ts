import { expect, it } from "vitest";
import { CASH_SVM, SOL, swap, target, USDC, WETH, World } from "../world.js";

it("a cancel of a chain's cash ends the targets that would trade with it, and no others", async () => {
  const world = new World({ balances: { [USDC]: 10_000, [CASH_SVM]: 10_000 } });
  world.venue.faults.push("slow-answer");
  world.venue.faultMs = 1_000;
  world.decide("s", swap(USDC, "USDT.eth", 50));
  await world.pass(500);
  world.decide("s", target({ [WETH]: 0.2 }));
  world.decide("s", target({ [SOL]: 0.2 }));
  world.decide("s", { kind: "cancel", token: USDC, reason: "no more of that" });
  await world.pass(60_000);
  expect(world.venue.made.map(({ from, to }) => `${from} ${to}`)).toEqual([`${USDC} USDT.eth`, `${CASH_SVM} ${SOL}`]);
});
