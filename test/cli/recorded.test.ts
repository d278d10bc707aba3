import { expect, it } from "vitest";
import { recordedText } from "../../src/cli/format/recorded.js";

const AT = Date.UTC(2025, 0, 2, 3, 4, 5);
const END = {
  ...{ tape: "my tapes/week", prices: 3, quotes: 0, from: AT, to: AT + 60_000, outages: [], missed: 0, failed: 0 },
  ...{ service: "test", ended: "its time is over" },
};

it("the commands for a new recording run as printed, with the same config and any folder name", () => {
  expect(recordedText(END)).toMatch(/\n {2}npx contender backtest --tape 'my tapes\/week'$/);
  expect(recordedText(END, "live.yaml").split("\n").slice(-2)).toEqual([
    "  npx contender tape info 'my tapes/week'",
    "  npx contender backtest --tape 'my tapes/week' --config live.yaml",
  ]);
});
