import { expect, it } from "vitest";
import { recordedText } from "../../src/cli/format/recorded.js";

const AT = Date.UTC(2025, 0, 2, 3, 4, 5);
const END = {
  ...{ tape: "my tapes/week", prices: 3, quotes: 0, from: AT, to: AT + 60_000, outages: [], missed: 0, failed: 0 },
  ...{ service: "test", ended: "its time is over" },
};

it("what a recording is good for is said as commands that run as they stand: of the same config, whatever its folder is called", () => {
  expect(recordedText(END)).toMatch(/\n {2}npx contender backtest --tape 'my tapes\/week'$/);
  expect(recordedText(END, "live.yaml").split("\n").slice(-2)).toEqual([
    "  npx contender tape info 'my tapes/week'",
    "  npx contender backtest --tape 'my tapes/week' --config live.yaml",
  ]);
});
