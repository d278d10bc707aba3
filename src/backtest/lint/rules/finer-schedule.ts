import { counted, duration } from "../../../core/format.js";
import type { LintRule } from "../finding.js";

/** Instants may fall on both ends of the range. */
const SLACK = 1.02;

/** Strategies were due more often than the tape has prices. */
export const finerSchedule: LintRule = ({ result }) => {
  const { ticks, strategies, tape, time, from, to } = result;
  const span = (time.at(-1) ?? to) - from;
  const due = (ticks.decided + ticks.warmingUp + ticks.failed) / Math.max(1, strategies.length);
  if (!(tape.interval > 0) || due <= (span / tape.interval) * SLACK + 2) return [];
  // A run knows the ticks of all of them together; its remarks name those that are due too often.
  const whose = strategies.length > 1 ? "a strategy, on average," : "a strategy";
  return [
    {
      code: "FINER_SCHEDULE",
      severity: "note",
      text: `${counted(Math.round(due), "tick")} ${whose} on a tape with a price every ${duration(tape.interval)}: many ticks saw the same price again.`,
      remedy: "Decide once per price of the tape, or record prices more often.",
    },
  ];
};
