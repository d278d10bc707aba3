import { relative } from "node:path";
import type { BacktestEnd, BacktestResult, Finding, LookaheadReport } from "../../app/backtest/run.js";
import { formatDuration, formatLength } from "../../core/time/duration.js";
import { printable } from "../../core/printable.js";
import { configOption } from "../../app/config-option.js";
import { plainFixed, plainPercent, plainUsd, timestamp } from "../../core/format.js";
import { disabledText } from "./disabled.js";
import { facts, right, table } from "./table.js";
import { windowsText } from "./windows.js";

/**
 * A backtest as text: its rivals, the main figures, warnings, and the files it wrote.
 * @param config the config file that was named
 */
export function backtestText(end: BacktestEnd, config?: string): string {
  const { result } = end;
  return [
    heading(result),
    standings(result),
    besideText(end),
    figures(result),
    disabledLines(result),
    breachText(result),
    end.windows === null ? "" : windowsText(end.windows, result.remarks),
    end.lookahead === null ? "" : lookaheadText(end.lookahead),
    result.remarks.map((remark) => `- ${printable(remark)}`).join("\n"),
    findingsText(end.findings),
    whereText(end, config),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function heading({ strategies, from, to, tape, complete }: BacktestResult): string {
  const names = strategies.map(({ name }) => name).join(", ");
  const span = `${timestamp(from)} to ${timestamp(to)} UTC (${formatLength(to - from)})`;
  const part = complete ? "" : " It was stopped before its end.";
  return printable(`${names}, ${span}, on the tape of ${tape.label}.${part}`);
}

/** The run and its rivals, best first. */
function standings({ initialValue, finalValue, rivals }: BacktestResult): string {
  const rows = [
    { name: "this run", finalValue },
    ...rivals.map((rival) => ({ name: rival.name, finalValue: rival.finalValue })),
  ].sort((a, b) => b.finalValue - a.finalValue);
  return table(
    ["", right("final value (USD)"), right("return")],
    rows.map((row) => [row.name, plainUsd(row.finalValue), plainPercent(row.finalValue / initialValue - 1)]),
    "",
  );
}

/** The runs with other params, in the order of the command line. */
function besideText({ beside }: BacktestEnd): string {
  return table(
    ["with other params", right("final value (USD)"), right("return")],
    beside.map(({ name, result: { initialValue, finalValue, complete } }) => [
      `${name}${complete ? "" : " (stopped before its end)"}`,
      plainUsd(finalValue),
      plainPercent(finalValue / initialValue - 1),
    ]),
    "",
  );
}

function figures({ metrics, fills, refusals, decisions, ticks }: BacktestResult): string {
  const written = (name: string, write: (value: number) => string): string | null => {
    const found = metrics[name]?.value ?? null;
    return found === null ? null : write(found);
  };
  const ratio = (name: string): string | null => written(name, (found) => plainFixed(found, 2));
  const share = (name: string): string | null => written(name, plainPercent);
  const count = (status: string): number => refusals.filter((refusal) => refusal.status === status).length;
  const not = ["refused", "rejected", "dropped"].map((status) => `${count(status)} ${status}`).join(", ");
  const made = Object.entries(decisions).map(([kind, number]) => `${number} ${kind}`);
  return facts({
    "largest drawdown": share("maxDrawdown"),
    "Sharpe ratio": ratio("sharpe"),
    "Sortino ratio": ratio("sortino"),
    "win rate": share("winRate"),
    "profit factor": ratio("profitFactor"),
    "slippage paid": written("slippageCost", (found) => `${plainUsd(found)} USD`),
    "time in market": share("timeInMarket"),
    trades: `${fills.length} (${not})`,
    decisions: `${made.join(", ")}${ticks.warmingUp > 0 ? `; ${ticks.warmingUp} ticks warming up` : ""}`,
  });
}

function disabledLines({ strategies }: BacktestResult): string {
  return strategies
    .flatMap(({ name, disabled }) => (disabled === null ? [] : [disabledText(name, disabled)]))
    .join("\n");
}

function breachText({ breaches }: BacktestResult): string {
  return breaches
    .map(({ at, scope, requests, limit, window }) =>
      printable(
        `Rate limit exceeded at ${timestamp(at)}: ${requests} ${scope} requests in ${formatDuration(window)}, ${limit} allowed.`,
      ),
    )
    .join("\n");
}

/** Findings that this text already shows elsewhere. */
const SAID = new Set(["PARKED", "OVER_LIMITS", "INCOMPLETE", "FINER_SCHEDULE"]);

function findingsText(findings: readonly Finding[]): string {
  return findings
    .filter(({ code }) => !SAID.has(code))
    .map(({ severity, text, remedy, code }) => printable(`${severity}: ${text} (${code})`) + `\n  ${printable(remedy)}`)
    .join("\n");
}

function lookaheadText(report: LookaheadReport): string {
  const { passed, complete, cuts, compared, difference, unsteady, files } = report;
  if (passed) {
    const same = `${compared} decisions were the same on ${cuts.length} shortened tapes.`;
    return complete ? `No look-ahead: ${same}` : `The look-ahead check was stopped. Until then, ${same}`;
  }
  const lines = files.map(
    ({ by, file }) =>
      `${by} opens ${file} while it loads, decides or reads. The check cannot see what it learns from that file.`,
  );
  const json = (value: unknown): string => JSON.stringify(value);
  if (unsteady !== null) {
    lines.push(
      `${unsteady.strategy} is not deterministic. At ${timestamp(unsteady.at)} UTC it decided on the whole tape:`,
      `  ${json(unsteady.once)}`,
      `and in a second run on the same tape:`,
      `  ${json(unsteady.again)}`,
      "So look-ahead cannot be checked. Use the view's `random` instead of Math.random and `now` instead of Date.now. Keep values between decisions in `state`, not in variables of the file.",
    );
  }
  if (difference !== null) {
    lines.push(
      `${difference.strategy} uses future prices. At ${timestamp(difference.at)} UTC it decided on the whole tape:`,
      `  ${json(difference.whole)}`,
      `and on a tape that ends at ${timestamp(difference.cut)} UTC:`,
      `  ${json(difference.shortened)}`,
    );
  }
  return lines.map(printable).join("\n");
}

function whereText({ kept, report }: BacktestEnd, config: string | undefined): string {
  const next = [
    ...(kept === null
      ? []
      : [
          [
            `npx contender journal decisions --run ${kept.run}${configOption(config)}`,
            "its decisions and their reasons",
          ],
        ]),
    ...(report === null ? [["the same command with --report report.html", "an HTML report with charts"]] : []),
  ];
  const width = Math.max(...next.map(([command = ""]) => command.length));
  const lines = next.map(([command = "", what = ""]) => `  ${command.padEnd(width)}  ${what}`);
  const journal = kept === null ? null : `${relative(".", kept.journal)} (run ${kept.run})`;
  const where = facts({ journal, report: report === null ? null : shortest(report) });
  return [where, lines.length === 0 ? "" : ["What next:", ...lines].join("\n")]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** A relative path if the file is below this folder, otherwise the absolute one. */
function shortest(path: string): string {
  const from = relative(".", path);
  return from.startsWith("..") ? path : from;
}
