import { expect, it, vi } from "vitest";
import { silentLog } from "../../../src/core/log.js";
import { CASH_SVM, SOL, swap, target, USDC, WBTC, WETH, World } from "../world.js";

const SETTLE = 60_000;

/** A world in which a swap of USDC for WETH is unknown, and another one on svm with it where `svm` says so. */
async function unknown(svm = false): Promise<World> {
  const balances = { [USDC]: 10_000, [WBTC]: 0.1, [CASH_SVM]: 10_000 };
  const world = new World({ balances });
  await world.executor.recover([]);
  world.venue.faults.push("lost-before", ...(svm ? (["lost-before"] as const) : []));
  world.decide("s", swap(USDC, WETH, 100), ...(svm ? [swap(CASH_SVM, SOL, 100)] : []));
  await world.pass(1_000);
  return world;
}

const requested = (world: World): string[] => world.venue.requests.map(({ from, to }) => `${from} ${to}`);

it("a trade that must wait for an unknown one delays none behind it", async () => {
  const world = await unknown();
  world.decide("s", swap(USDC, WBTC, 100), swap(CASH_SVM, SOL, 100));
  await world.pass(1_000);
  expect(world.states()).toEqual(["UNKNOWN", "PREPARED", "FILLED"]);
  await world.pass(2 * SETTLE);
  expect(world.states()).toEqual(["NOT_EXECUTED", "FILLED", "FILLED"]);
});

it("nothing is bought into a token whose last trade is unknown, but sales for its cash continue", async () => {
  const world = await unknown();
  world.decide("s", swap(WBTC, WETH, 100), swap(WBTC, USDC, 100));
  await world.pass(1_000);
  expect(requested(world)).toEqual([`${USDC} ${WETH}`, `${WBTC} ${USDC}`]);
});

it("a conflict drops the trades that wait for its tokens, not those that wait for others", async () => {
  const world = await unknown(true);
  world.decide("s", swap(USDC, WETH, 50), swap(CASH_SVM, SOL, 50));
  const [first = ""] = world.journal.intents.map(({ intent }) => intent.id);
  world.venue.trade({
    from: USDC,
    to: WETH,
    amount: world.venue.amount(USDC).dividedBy(50),
    reason: `[abcd-${first}]`,
  });
  await world.pass(SETTLE / 2);
  expect(world.states()).toEqual(["CONFLICT", "UNKNOWN", "DROPPED", "PREPARED"]);
  expect(world.told("dropped")).toMatchObject([{ code: "TOKEN_BLOCKED" }]);
  await world.pass(2 * SETTLE);
  expect(world.states()).toEqual(["CONFLICT", "NOT_EXECUTED", "DROPPED", "FILLED"]);
});

it("without markers a conflict, which may take days, blocks nothing but its own tokens", async () => {
  const world = new World({ balances: { [USDC]: 10_000, [CASH_SVM]: 10_000 } });
  await world.executor.recover([]);
  world.venue.echo = () => null;
  world.decide("s", swap(CASH_SVM, SOL, 100));
  await world.pass(1_000);
  world.venue.faults.push("debited");
  world.decide("s", swap(USDC, WETH, 100));
  await world.pass(2 * SETTLE);
  world.decide("s", swap(CASH_SVM, SOL, 100));
  await world.pass(1_000);
  expect(world.states()).toEqual(["FILLED", "CONFLICT", "FILLED"]);
});

it("a restart remembers that markers are not echoed: nothing is sent beside an unknown trade", async () => {
  const world = new World({ balances: { [USDC]: 10_000, [CASH_SVM]: 10_000 } });
  world.venue.echo = () => null;
  world.decide("s", swap(USDC, WETH, 100));
  await world.pass(1_000);
  void world.restart();
  await world.pass(1_000);
  world.venue.faults.push("lost-before");
  world.decide("s", swap(USDC, WETH, 100));
  await world.pass(1_000);
  world.decide("s", swap(CASH_SVM, SOL, 100));
  await world.pass(1_000);
  expect(world.states()).toEqual(["FILLED", "UNKNOWN", "PREPARED"]);
});

it.each([
  ["everything", {}],
  ["it by its name", { id: "mine" }],
])("a cancel of %s ends a target whose trade is under way, and its trades have its name", async (_what, which) => {
  const world = new World();
  await world.executor.recover([]);
  world.venue.faults.push("slow-answer");
  world.venue.faultMs = 1_000;
  world.decide("s", target({ [WETH]: 0.5 }, { id: "mine" }));
  await world.pass(500);
  expect(world.executor.openTrades("s")).toMatchObject([{ id: "mine", state: "SENT" }]);
  world.decide("s", { kind: "cancel", reason: "no more", ...which });
  await world.pass(SETTLE);
  expect(world.states()).toEqual(["FILLED"]);
});

it("parts that wait for a blocked token are each dropped once, and other tokens continue", async () => {
  const warn = vi.spyOn(silentLog, "warn");
  const world = new World({
    balances: { [USDC]: 10_000, [WETH]: 1, [SOL]: 10, [CASH_SVM]: 100 },
    rules: { maxTradeShare: 0.25 },
  });
  world.venue.faults.push("lost-after");
  world.venue.listLagMs = 10 * SETTLE;
  world.decide("s", swap(USDC, WETH, 100), swap(USDC, WBTC, 6_000));
  await world.pass(SETTLE);
  expect(world.states()).toEqual(["CONFLICT", "DROPPED", "DROPPED"]);
  expect(world.told("dropped")).toMatchObject([{ code: "TOKEN_BLOCKED" }, { code: "PART_FAILED" }]);
  expect(warn.mock.calls).toEqual([]);
  warn.mockRestore();
  world.decide("s", swap(SOL, CASH_SVM, 1));
  await world.pass(1_000);
  expect(world.states().at(-1)).toBe("FILLED");
});
