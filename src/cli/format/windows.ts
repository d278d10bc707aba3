import type { WindowsResult } from "../../app/backtest/run.js";
import { formatDuration } from "../../core/time/duration.js";
import { printable } from "../../core/printable.js";
import { counted, plainPercent, timestamp } from "../../core/format.js";
import { facts, right, table } from "./table.js";

type OneWindow = WindowsResult["windows"][number];

/**
 * All windows as text: the spread, how often and by how much they ended ahead of each rival, the worst and the best
 * window, and warnings.
 *
 * @param known remarks already shown
 */
export function windowsText(windows: WindowsResult, known: readonly string[]): string {
  const { length, step, worst, best, remarks } = windows;
  return [
    `${counted(windows.windows.length, "window")} of ${formatDuration(length)}, one every ${formatDuration(step)}:`,
    spreads(windows),
    rivals(windows),
    facts({ "worst window": oneWindow(worst), "best window": oneWindow(best) }),
    remarks
      .filter((remark) => !known.includes(remark))
      .map((remark) => `- ${printable(remark)}`)
      .join("\n"),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function spreads({ returns, drawdowns }: WindowsResult): string {
  const row = (name: string, spread: WindowsResult["returns"]): string[] => {
    const { worst, p05, p25, median, p75, p95, best, mean } = spread;
    return [name, ...[worst, p05, p25, median, p75, p95, best, mean].map(plainPercent)];
  };
  const heads = ["worst", "5%", "25%", "median", "75%", "95%", "best", "mean"];
  return table(["", ...heads.map(right)], [row("return", returns), row("largest drawdown", drawdowns)], "");
}

/** How often the strategy ended above each rival, and by how much on average. A tie counts as half. */
function rivals({ ahead, windows }: WindowsResult): string {
  const lead = (name: string): string => {
    const leads = windows.flatMap(({ finalValue, rivals }) => {
      const other = rivals[name];
      return other === undefined || !(other > 0) ? [] : [finalValue / other - 1];
    });
    return plainPercent(leads.length === 0 ? null : leads.reduce((sum, one) => sum + one, 0) / leads.length);
  };
  return table(
    ["against", right("ended ahead"), right("mean lead")],
    Object.entries(ahead).map(([name, share]) => [name, plainPercent(share), lead(name)]),
    "",
  );
}

function oneWindow({ from, to, totalReturn, maxDrawdown, trades }: OneWindow): string {
  return `${plainPercent(totalReturn)}, ${timestamp(from)} to ${timestamp(to)} UTC (drawdown ${plainPercent(maxDrawdown)}, ${counted(trades, "trade")})`;
}
