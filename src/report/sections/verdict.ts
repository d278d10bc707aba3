import { change, counted, duration, percent, points, usd } from "../../core/format.js";
import type { ReportResult, ReportRival, ReportRun, ReportWindows } from "../input.js";
import { heldBy, holdingOf } from "../data/holding.js";
import { returnOf } from "../data/returns.js";

/** The outcome: a sentence on the runs, and one on the windows if there are any. */
export function verdictOf(runs: readonly ReportRun[], windows: ReportWindows | undefined): string[] {
  const [first, ...others] = runs;
  const sentences: string[] = [];
  if (first !== undefined) sentences.push(others.length === 0 ? ofRun(first) : ofRuns(runs));
  if (windows !== undefined && windows.windows.length > 0)
    sentences.push(
      ofWindows(windows, first?.result.rivals ?? [], others.length === 0 ? "Over" : `Of ${first?.name}, over`),
    );
  return sentences.length === 0 ? ["Nothing was run."] : sentences;
}

function ofRun({ result, endedEarly: early }: ReportRun): string {
  const { initialValue, finalValue, time, from, to } = result;
  const length = duration((early === null ? to : (time.at(-1) ?? to)) - from);
  const became = `${usd(initialValue)} became ${usd(finalValue)} (${change(returnOf(result))}) in ${length}`;
  const against = comparisons(result);
  const begin = early === null ? "" : `${early.replace(/^./, (first) => first.toUpperCase())}: `;
  return `${begin}${became}${against === "" ? "" : `: ${against}`}.`;
}

/** Against holding, cash, the best token to hold, and the house teams. */
function comparisons(result: ReportResult): string {
  const { rivals, finalValue, initialValue } = result;
  const place = (other: number): string =>
    finalValue > other ? "ahead of" : finalValue < other ? "behind" : "level with";
  const compare = (other: number): string =>
    finalValue === other
      ? place(other)
      : `${points(Math.abs(finalValue - other) / initialValue).replace("+", "")} ${place(other)}`;
  const phrases: string[] = [];
  const held = holdingOf(result);
  if (held !== null) phrases.push(`${compare(held.finalValue)} holding ${held.what}`);
  const cash = rivals.find(({ kind }) => kind === "cash");
  if (cash !== undefined) phrases.push(`${place(cash.finalValue)} cash`);
  const house = rivals.filter(({ kind }) => kind === "house");
  const beaten = house.filter((rival) => finalValue > rival.finalValue).length;
  const [alone] = house;
  if (alone !== undefined && house.length === 1)
    phrases.push(`${place(alone.finalValue)} the house team ${alone.name}`);
  else if (house.length > 0) phrases.push(`ahead of ${beaten === 0 ? "none" : beaten} of ${house.length} house teams`);
  const [best, ...others] = rivals
    .filter((rival) => rival.kind === "token" && Number.isFinite(rival.finalValue))
    .sort((a, b) => b.finalValue - a.finalValue);
  if (best !== undefined && others.length > 0)
    phrases.push(`${compare(best.finalValue)} the best token to hold, ${heldBy(best)}`);
  return list(phrases);
}

function ofRuns(runs: readonly ReportRun[]): string {
  const ranked = runs
    .map(({ name, result, endedEarly: early }) => ({ name, result, part: returnOf(result), early }))
    // A part of a run is not better than a whole one.
    .sort((a, b) => Number(b.early === null) - Number(a.early === null) || b.part - a.part);
  const [best, ...rest] = ranked;
  if (best === undefined) return "";
  const others = rest.map(({ name, part, early }) => `${name} ${change(part)}${early === null ? "" : ` (${early})`}`);
  const end = `${usd(best.result.finalValue)} (${change(best.part)}${best.early === null ? "" : `, ${best.early}`})`;
  return `Of ${counted(runs.length, "run")}, ${best.name} ended best, at ${end}; ${list(others)}.`;
}

/**
 * @param rivals of a run, which say of what kind the windows' rivals are; @param over how it begins: of several runs,
 * with whose they are
 */
function ofWindows(
  { windows, length, returns, ahead }: ReportWindows,
  rivals: readonly ReportRival[],
  over: string,
): string {
  const spread = `the median is ${change(returns.median)}, the worst ${change(returns.worst)}, the best ${change(returns.best)}`;
  const shares = [
    ["start", "holding the start balances"],
    ["cash", "cash"],
  ].flatMap(([kind, what]) => {
    const share = ahead[rivals.find((rival) => rival.kind === kind)?.name ?? ""];
    return share === undefined ? [] : [`${percent(share)} ended ahead of ${what ?? ""}`];
  });
  const against = shares.length === 0 ? "" : `; ${list(shares)}`;
  return `${over} ${counted(windows.length, "window")} of ${duration(length)} ${spread}${against}.`;
}

function list(phrases: readonly string[]): string {
  if (phrases.length < 2) return phrases.join("");
  return `${phrases.slice(0, -1).join(", ")} and ${phrases.at(-1) ?? ""}`;
}
