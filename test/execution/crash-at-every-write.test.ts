import { describe, expect, it } from "vitest";
import { equalsDouble } from "../../src/core/number/decimal.js";
import type { ExecutionJournal } from "../../src/execution/ports.js";
import type { IntentState } from "../../src/model/intent.js";
import { World, swap, USDC, WBTC, WETH } from "./world.js";

const SETTLE = 60_000;
const FINAL: readonly IntentState[] = ["DROPPED", "FILLED", "REJECTED", "NOT_EXECUTED", "CONFLICT"];

/** The venue's own record is the judge. */
function judge(world: World): void {
  const { intents, trades } = world.journal;
  for (const { intent, state } of intents) {
    const requests = world.venue.requests.filter(({ reason }) => reason.includes(intent.marker));
    const made = world.venue.made.filter(({ id }) => world.venue.asked.get(id)?.includes(intent.marker));
    expect(FINAL, intent.id).toContain(state);
    expect(requests.length, `${intent.id} was sent once at most`).toBeLessThanOrEqual(1);
    expect(made.length, `${intent.id} was made once at most`).toBeLessThanOrEqual(1);
    if (state === "FILLED") expect(made).toHaveLength(1);
    if (state === "DROPPED") expect(requests).toEqual([]);
    if (state === "REJECTED" || state === "NOT_EXECUTED") expect(made, `${intent.id} is ${state}`).toEqual([]);
  }
  const markers = new Set(intents.map(({ intent }) => intent.marker));
  for (const asked of world.venue.asked.values()) expect(markers).toContain(asked.slice(0, 13));
  const filled = trades.filter(({ intent }) => intent !== null).map(({ trade }) => trade.id);
  expect(new Set(filled).size).toBe(filled.length);
}

function agrees(world: World): void {
  if (world.states().includes("CONFLICT")) return;
  for (const token of [USDC, WETH, WBTC])
    expect(equalsDouble(world.ledger.balance(token), world.venue.amount(token).toNumber()), token).toBe(true);
}

const STEPS: readonly (keyof ExecutionJournal)[] = ["prepare", "step", "adjust", "foreignTrades", "note"];

describe("a crash at every write of one trade", () => {
  const faults = ["none", "lost-after", "lost-before", "slow-answer"] as const;
  const points = faults.flatMap((fault) =>
    [1, 2, 3].flatMap((write) => [true, false].map((after) => ({ fault, write, after }))),
  );

  it.each(points)("makes it end once ($fault, write $write, after: $after)", async ({ fault, write, after }) => {
    const world = new World();
    world.venue.faults.push(fault);
    world.venue.faultMs = 5000;
    let left = write;
    const crash = (name: keyof ExecutionJournal): void => {
      if (STEPS.includes(name) && name === "step" && --left <= 0) throw new Error("crash");
    };
    if (after) world.afterWrite = crash;
    else world.beforeWrite = crash;
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(2 * SETTLE);
    void world.restart();
    await world.pass(2 * SETTLE);
    expect(world.executor.unknown()).toEqual([]);
    judge(world);
    agrees(world);
  });
});
