import { expect, test } from "vitest";
import { backtest } from "../../../src/backtest/backtest.js";
import { memoryTape } from "../../../src/tape/memory-tape.js";
import { buyer } from "../strategies.js";
import { barsOfOpens, HOUR, known, MINUTE, START, walk } from "../tapes.js";

const ISO = "2025-03-01T01:00:00Z";

/** Ten hours of WETH; of USDC so many minutes, from so many minutes on. */
const tapeWith = (minutes: number, after = 0) =>
  memoryTape({
    label: "synthetic test",
    tracks: [
      { token: known("WETH.eth"), bars: barsOfOpens(walk(600)) },
      {
        token: known("USDC.eth"),
        bars: barsOfOpens(new Float64Array(minutes).fill(1), MINUTE, START + after * MINUTE),
      },
    ],
  });

const remarksOf = async (options: Partial<Parameters<typeof backtest>[0]>): Promise<string[]> => {
  const { remarks } = await backtest({ tape: tapeWith(600), strategies: [{ strategy: buyer }], ...options });
  return remarks.filter((one) => /^The run (begins|ends) at/.test(one));
};

test("a run that ends where one of its tokens ends names it, and how much is left of the others", async () => {
  expect(await remarksOf({ tape: tapeWith(60) })).toEqual([
    `The run ends at ${ISO}, with the prices of USDC.eth. Those of WETH.eth end 9h later.`,
  ]);
});

test("a run that begins where one of its tokens begins names it too", async () => {
  expect(await remarksOf({ tape: tapeWith(540, 60) })).toEqual([
    `The run begins at ${ISO}, with the prices of USDC.eth. Those of WETH.eth begin 1h earlier.`,
  ]);
});

test("nothing is reported if all begin and end about alike, or cover the requested range", async () => {
  expect(await remarksOf({})).toEqual([]);
  expect(await remarksOf({ tape: tapeWith(597, 2) })).toEqual([]);
  expect(await remarksOf({ tape: tapeWith(300), to: START + 4 * HOUR })).toEqual([]);
});

test("tokens that the run does not use do not matter", async () => {
  const tracks = [
    { token: known("WETH.eth"), bars: barsOfOpens(walk(60)) },
    { token: known("SOL.svm"), bars: barsOfOpens(walk(600)) },
  ];
  expect(await remarksOf({ tape: memoryTape({ label: "synthetic test", tracks }) })).toEqual([]);
});
