import { describe, expect, it } from "vitest";
import { summariseWindows } from "../../src/backtest/windows/windows-summary.js";
import { windowsText } from "../../src/cli/format/windows.js";

const DAY = 86_400_000;
const START = Date.UTC(2024, 0, 1);

const window = (day: number, finalValue: number, rivals: Record<string, number>, trades = 3) => ({
  ...{ from: START + day * DAY, to: START + (day + 7) * DAY, initialValue: 100, finalValue, trades, rivals },
  ...{ totalReturn: finalValue / 100 - 1, maxDrawdown: -0.05 },
});

const result = {
  ...summariseWindows(
    [
      window(0, 110, { cash: 100, "hold WETH.eth": 100 }),
      window(1, 90, { cash: 100 }, 1),
      window(2, 100, { cash: 100 }),
    ],
    7 * DAY,
    DAY,
  ),
  ...{ complete: true, leftOut: 0, remarks: ["They overlap.", "Known already."] },
};

describe("the text of windows", () => {
  const text = windowsText(result, ["Known already."]);

  it("gives the spread of returns and drawdowns", () => {
    expect(text).toContain("3 windows of 7d, one every 1d:");
    expect(text).toMatch(/return +-10\.00% .* 0\.00% .* 10\.00% +0\.00%\n/);
    expect(text).toMatch(/largest drawdown +-5\.00%/);
  });

  it("gives how often each rival was beaten and by how much, over the windows that it was in", () => {
    expect(text).toMatch(/cash +50\.00% +0\.00%/);
    expect(text).toMatch(/hold WETH\.eth +100\.00% +10\.00%/);
  });

  it("gives the worst and the best window with their days", () => {
    expect(text).toContain("-10.00%, 2024-01-02 00:00:00 to 2024-01-09 00:00:00 UTC (drawdown -5.00%, 1 trade)");
    expect(text).toContain("10.00%, 2024-01-01 00:00:00 to 2024-01-08 00:00:00 UTC (drawdown -5.00%, 3 trades)");
  });

  it("gives each caveat once", () => {
    expect(text).toContain("- They overlap.");
    expect(text).not.toContain("Known already.");
  });
});
