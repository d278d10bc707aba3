import { expect, test } from "vitest";
import { decisionText } from "../../../src/engine/tick/decision-lines.js";
import type { Strategy } from "../../../src/strategy/define.js";
import { deciding, idler } from "../strategies.js";
import { makeWorld, MINUTE, runToEnd } from "../world.js";

const needs = { bars: [{ token: "WETH.eth", interval: "1m", count: 4 }] } as const;

test("each kind of decision has its log line", () => {
  const pair = { kind: "swap", from: "USDC.eth", to: "WETH.eth", reason: "r" } as const;
  expect([
    decisionText({ kind: "hold", reason: "r" }),
    decisionText({ kind: "cancel", reason: "r" }),
    decisionText({ kind: "cancel", reason: "r", token: "WETH.eth" }),
    decisionText({ kind: "cancel", reason: "r", id: "entry" }),
    decisionText({ ...pair, size: { usd: 12.5 } }),
    decisionText({ ...pair, size: { amount: "7" } }),
    decisionText({ ...pair, size: { fraction: 0.125 } }),
    decisionText({ kind: "target", reason: "r", weights: { "WETH.eth": 1 / 3, "WBTC.eth": 0 } }),
  ]).toEqual([
    "hold",
    "cancel everything",
    "cancel WETH.eth",
    "cancel entry",
    "swap $12.5 of USDC.eth to WETH.eth",
    "swap 7 USDC.eth to WETH.eth",
    "swap 12.5 % of USDC.eth to WETH.eth",
    "target WETH.eth 33.3 %, WBTC.eth 0 %",
  ]);
});

test("a repeated hold is one line, and a detail from then on", async () => {
  const world = makeWorld({ strategies: [idler("idler", "* * * * *")], duration: 5 * MINUTE + 1 });
  await runToEnd(world);
  const lines = world.lines.filter(({ message }) => message === "idler: hold. nothing to do");
  expect(lines.map(({ level }) => level)).toEqual(["info", "debug", "debug", "debug", "debug"]);
});

test("that a strategy warms up is logged once", async () => {
  const slow: Strategy = { ...idler("slow", "* * * * *"), needs: () => needs };
  const world = makeWorld({ strategies: [slow], duration: 8 * MINUTE });
  await runToEnd(world);
  const lines = world.lines.filter(({ message }) => message.includes("warming up"));
  expect(lines).toEqual([{ level: "info", message: expect.stringMatching(/^slow: warming up: its bars/) as string }]);
});

test("a refusal by risk is a line with its reason", async () => {
  const greedy = deciding("greedy", ({ swap }) =>
    swap({ from: "SOL.svm", to: "USDC.svm", size: { fraction: 1 }, reason: "sells what it has not" }),
  );
  const world = makeWorld({ strategies: [greedy], duration: 11 * MINUTE });
  await runToEnd(world);
  expect(world.lines).toContainEqual(
    expect.objectContaining({
      level: "warn",
      message: expect.stringMatching(/^greedy: refused: SOL\.svm to USDC\.svm: ./) as string,
    }),
  );
});
