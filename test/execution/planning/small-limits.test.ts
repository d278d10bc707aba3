import { expect, test } from "vitest";
import type { Decision } from "../../../src/model/decision.js";
import { START, swap, target, USDC, WETH, World } from "../world.js";

const MINUTE = 60_000;
const exits: readonly [string, Decision][] = [
  ["swap", { kind: "swap", from: WETH, to: USDC, size: { fraction: 1 }, reason: "out" }],
  ["target", target({ [WETH]: 0 })],
];

for (const risk of [
  { maxTradeShare: 0 },
  { maxTradeShare: 0.00005 },
  { maxTradeUsd: 0.5 },
  { maxSlippagePercent: 0.0001 },
])
  for (const [kind, exit] of exits)
    test(`a limit below the smallest trade refuses entries and lets an exit (${kind}) pass: ${JSON.stringify(risk)}`, async () => {
      const world = new World({ risk, balances: { [USDC]: 10_000, [WETH]: 0.1 } });
      world.decide("s", swap(USDC, WETH, 100));
      expect(world.told("refused")).toHaveLength(1);
      world.decide("s", exit);
      await world.pass(MINUTE);
      expect(world.venue.amount(WETH).toString()).toBe("0");
      expect(world.venue.made).toHaveLength(1);
    });

test("an exit of a round amount that is above the cap is divided within its last place", async () => {
  const world = new World({ balances: { [USDC]: 3_000, [WETH]: 1 } });
  world.decide("s", { kind: "swap", from: WETH, to: USDC, size: { amount: "1" }, reason: "out" });
  await world.pass(MINUTE);
  expect(world.venue.made.map(({ fromAmount }) => fromAmount.toNumber())).toEqual([0.5, 0.5]);
});

const MINIMUM = { minTradeAmount: "1", maxTradeShare: 1 };

for (const [kind, exit] of exits) {
  test(`an exit (${kind}) is divided by a limit only into parts that the competition accepts`, async () => {
    for (const [held, risk, parts] of [
      ["1.5", { maxTradeUsd: 2_500 }, ["1.5"]],
      ["1.5", { maxTradeUsd: 500 }, ["1.5"]],
      ["1.5", { maxTradeShare: 0.1 }, ["1.5"]],
      ["3.1", { maxTradeUsd: 5_000 }, ["1.5", "1.6"]],
    ] as const) {
      const balances = { [USDC]: 20_000, [WETH]: Number(held) };
      const world = new World({ risk, balances, rules: MINIMUM });
      world.decide("s", exit);
      await world.pass(MINUTE);
      expect(world.venue.made.map(({ fromAmount }) => fromAmount.toFixed()).sort()).toEqual(parts);
      expect(world.venue.amount(WETH).toString()).toBe("0");
    }
  });

  test(`a trade (${kind}) that the cap would divide into parts too small for the competition is refused`, async () => {
    const world = new World({ balances: { [USDC]: 10_000, [WETH]: 1.5 }, rules: { ...MINIMUM, maxTradeShare: 0.1 } });
    world.decide("s", exit);
    await world.pass(MINUTE);
    expect(world.venue.made).toEqual([]);
    const reason = expect.stringMatching(
      /^parts of 0\.\d+ WETH\.eth would be needed, below the competition's minimum of 1$/,
    ) as string;
    expect(world.told("refused")).toMatchObject([{ code: "BELOW_MINIMUM", reason }]);
  });
}

for (const [kind, exit] of exits)
  test(`an exit (${kind}) of a round amount is divided by a limit that leaves almost nothing`, async () => {
    for (const [held, minTradeAmount, maxTradeUsd, parts] of [
      [1, "0.000001", 1_999.5, ["0.5", "0.5"]],
      [1, "0.5", 1_600, ["0.5", "0.5"]],
      [3, "1.4", 4_000, ["1.5", "1.5"]],
    ] as const) {
      const rules = { minTradeAmount, maxTradeShare: 1 };
      const world = new World({ risk: { maxTradeUsd }, balances: { [USDC]: 20_000, [WETH]: held }, rules });
      world.decide("s", exit);
      await world.pass(MINUTE);
      expect([world.told("refused"), world.venue.made.map(({ fromAmount }) => fromAmount.toFixed())]).toEqual([
        [],
        parts,
      ]);
    }
  });

test("an exit worth a multiple of the limit is sent whole if rounding makes its parts too small", async () => {
  const world = new World({
    risk: { maxTradeUsd: 50 },
    balances: { [USDC]: 1_000, [WETH]: 300 },
    rules: { minTradeAmount: "100", maxTradeShare: 1 },
  });
  world.board.record({ token: WETH, usd: 0.3823, readAt: START });
  world.decide("s", { kind: "swap", from: WETH, to: USDC, size: { usd: 100 }, reason: "out" });
  await world.pass(MINUTE);
  expect(world.told("refused")).toEqual([]);
  expect(world.venue.made.map(({ fromAmount }) => fromAmount.toFixed(2))).toEqual(["261.57"]);
});
