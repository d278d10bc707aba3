import type { Recording } from "./recording.js";
import type { CauseKind, ComparedRun, RunComparison, RunDifference } from "./report.js";
import { allEqual, type Span } from "./tallies.js";

interface Findings extends Pick<RunComparison, "setUp" | "counts" | "fillTimes"> {
  readonly runs: readonly [Recording, Recording];
  readonly spans: readonly [Span, Span];
  /** Whether neither run has a strategy that the other one has not. */
  readonly sameStrategies: boolean;
  readonly found: readonly RunDifference[];
  readonly limit: number;
}

/** What was found, as it is told. */
export function summarise(findings: Findings): RunComparison {
  const { runs, spans, setUp, counts, fillTimes, found, limit } = findings;
  const span = overlap(spans);
  const [first, second] = [runOf(runs[0], spans[0]), runOf(runs[1], spans[1])];
  const { ticks, decisions, intents, trades } = counts;
  const sorted = [...found].sort((a, b) => a.at - b.at);
  const substance = sorted.filter(({ what }) => what !== "wording");
  const causes: Partial<Record<CauseKind, number>> = {};
  for (const { causes: own } of found) {
    const kind = own[0]?.kind ?? "unknown";
    causes[kind] = (causes[kind] ?? 0) + 1;
  }
  return {
    first,
    second,
    span,
    equal:
      span !== null &&
      findings.sameStrategies &&
      found.length === 0 &&
      [ticks, decisions, intents, trades].every(allEqual),
    setUp,
    counts,
    fillTimes,
    causes,
    total: found.length,
    differences: (substance.length > 0 ? substance : sorted).slice(0, limit),
  };
}

function runOf({ run, journal }: Recording, { from, to }: Span): ComparedRun {
  return { id: run.id, journal, version: run.version, rehearsal: run.rehearsal, from, to };
}

function overlap([a, b]: readonly [Span, Span]): RunComparison["span"] {
  if (a.from === null || b.from === null || a.to === null || b.to === null) return null;
  const [from, to] = [Math.max(a.from, b.from), Math.min(a.to, b.to)];
  return from <= to ? { from, to } : null;
}
