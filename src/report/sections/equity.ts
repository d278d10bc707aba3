import { printable } from "../../core/printable.js";
import { deepestDrawdown } from "../../metrics/drawdown-dates.js";
import { counted, day, duration, moment, percent, usd } from "../../core/format.js";
import type { LineSpec, Stretch } from "../charts.js";
import { heldBy } from "../data/holding.js";
import { encodeTimes, rounded } from "../data/encode.js";
import { equityCurves, type Curve, type EquityCurves } from "../data/equity.js";
import { chartFigure, evenly, type TextAlternative } from "../figure.js";
import { html, type Html } from "../html.js";
import type { ChartBook, Section, ShownRun } from "../section.js";

/** Equity against all that could have been done instead, and how far it was below its peak. */
export function equitySection(runs: readonly ShownRun[], charts: ChartBook): Section {
  const curves = equityCurves(runs);
  return {
    id: "equity",
    title: "Equity",
    short: "Equity",
    body: html`${equityFigure(runs, curves, charts)}${drawdownFigure(runs, curves, charts)}`,
  };
}

function equityFigure(runs: readonly ShownRun[], { time, equity }: EquityCurves, charts: ChartBook): Html {
  const starts = new Set(runs.map(({ result }) => result.initialValue));
  const [base = 0] = starts;
  const id = charts.add({
    kind: "lines",
    unit: "usd",
    height: 380,
    time: encodeTimes(time),
    lines: linesOf(equity, runs[0]),
    base: starts.size === 1 && base > 0 ? base : null,
    filled: false,
    stretch: runs.length === 1 ? stretchOf(runs) : null,
  });
  const summary = runs
    .map(({ name, result }, i) => {
      // Thinning keeps the lowest and the highest.
      const values = (equity[i]?.values ?? []).filter((value) => value !== null);
      const [low, high] = [Math.min(result.initialValue, ...values), Math.max(result.initialValue, ...values)];
      return `${name}: equity from ${usd(result.initialValue)} to ${usd(result.finalValue)}, between ${usd(low)} and ${usd(high)}.`;
    })
    .join(" ");
  return chartFigure(id, 380, {
    title: html`Value of the portfolio in USD, compared with ${counted(equity.length - runs.length, "rival")}.
      <span class="hint">Drag to zoom, double-click for all of it.</span>`,
    summary: `${summary} Arrow keys move along it.`,
    table: tableOf(time, equity, usd),
  });
}

function drawdownFigure(runs: readonly ShownRun[], { time, drawdown }: EquityCurves, charts: ChartBook): Html {
  const alone = runs.length === 1;
  const id = charts.add({
    kind: "lines",
    unit: "fraction",
    height: 180,
    time: encodeTimes(time),
    lines: linesOf(drawdown, runs[0]).map((line) => (alone ? { ...line, colour: "down", width: 1.25 } : line)),
    base: null,
    filled: alone,
    stretch: alone ? stretchOf(runs) : null,
  });
  const text = alone
    ? runs.map(({ result }) => fallOf(result.time, result.equity)).join("")
    : `Deepest: ${runs.map(({ name, result }) => `${name} ${shortFallOf(result.time, result.equity)}`).join("; ")}.`;
  return chartFigure(id, 180, {
    title: html`Drawdown: how far below its highest value so far. ${text}`,
    summary: `Drawdown. ${text}`,
    table: tableOf(time, drawdown, percent),
  });
}

function fallOf(time: Float64Array, equity: Float64Array): string {
  const fall = deepestDrawdown(time, equity);
  if (fall === null) return "It never fell.";
  const { depth, peakAt, troughAt, recoveredAt, duration: length } = fall;
  const back =
    recoveredAt === null
      ? `not recovered by the end, ${duration(length)} later`
      : `recovered on ${day(recoveredAt)}, after ${duration(length)}`;
  return `Deepest: ${percent(depth)}, from ${moment(peakAt)} to ${moment(troughAt)} UTC; ${back}.`;
}

function shortFallOf(time: Float64Array, equity: Float64Array): string {
  const fall = deepestDrawdown(time, equity);
  return fall === null ? "never" : `${percent(fall.depth)} (${day(fall.peakAt)} to ${day(fall.troughAt)})`;
}

function stretchOf([run]: readonly ShownRun[]): Stretch | null {
  const fall = run === undefined ? null : deepestDrawdown(run.result.time, run.result.equity);
  return fall === null ? null : { from: fall.peakAt, until: fall.troughAt };
}

/** Only runs have solid lines, so that readers who see no colours can tell them apart. */
const DASHES: Readonly<Record<Curve["kind"], readonly number[] | null>> = {
  run: null,
  start: [6, 4],
  cash: [2, 3],
  house: [8, 3, 2, 3],
  token: [5, 2],
};

function linesOf(curves: readonly Curve[], first: ShownRun | undefined): LineSpec[] {
  const seen = new Map<Curve["kind"], number>();
  return curves.map(({ name, kind, values }) => {
    const nth = seen.get(kind) ?? 0;
    seen.set(kind, nth + 1);
    return {
      name: printable(name),
      colour:
        kind === "run"
          ? `run${nth % 6}`
          : kind === "token"
            ? (first?.colourOf(heldBy({ name })) ?? "token0")
            : kind === "house"
              ? `house${nth % 3}`
              : kind,
      width: kind === "run" ? 2.25 : kind === "start" ? 1.75 : 1,
      dash: DASHES[kind],
      values: rounded(values),
    };
  });
}

function tableOf(time: Float64Array, curves: readonly Curve[], write: (value: number) => string): TextAlternative {
  return {
    head: ["Time (UTC)", ...curves.map(({ name }) => name)],
    rows: evenly(time.length, 25).map((i) => [
      moment(time[i] ?? 0),
      ...curves.map(({ values }) => {
        const value = values[i];
        return value === null || value === undefined ? "n/a" : write(value);
      }),
    ]),
  };
}
