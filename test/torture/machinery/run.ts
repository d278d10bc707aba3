import { systemClock } from "../../../src/core/time/system-clock.js";
import { Lane } from "./lane.js";
import type { Part } from "./part.js";
import type { Score } from "./score.js";
import type { Report } from "./do-round.js";

interface Plan {
  readonly parts: readonly Part[];
  readonly base: string;
  /** How long, milliseconds; null: until every target is reached. */
  readonly forMs: number | null;
  /** How many rounds go on at once. */
  readonly lanes: number;
  readonly onRound: (part: string, seed: string) => void;
  /** Aborts when it shall end at once: rounds under way are given up, and do not count. */
  readonly stop: AbortSignal;
}

/** A lane stays with a part for about so long: a process takes a second or two to begin. */
const STRETCH_MS = 20_000;

/** Does rounds of the parts, several at once, the least done first, until the time is over or every target is reached. */
export async function torture(plan: Plan, score: Score): Promise<void> {
  const { parts, base, forMs, onRound, stop } = plan;
  const until = forMs === null ? Infinity : systemClock.now() + forMs;
  const begun = new Map<string, number>();
  const busy = new Map<string, number>();
  const next = (): Part | null =>
    stop.aborted ? null : leastDone(forMs === null ? score.unfinished() : parts, score, busy);
  const run = async (): Promise<void> => {
    const lane = new Lane();
    stop.addEventListener("abort", () => lane.close(), { once: true });
    for (let part = next(); part !== null && systemClock.now() < until; part = next()) {
      const { name } = part;
      busy.set(name, (busy.get(name) ?? 0) + 1);
      const stretch = Math.min(until, systemClock.now() + STRETCH_MS);
      do {
        const round = begun.get(name) ?? 0;
        begun.set(name, round + 1);
        const seed = `${base}-${round}`;
        await oneRound(lane, name, seed, score, stop);
        onRound(name, seed);
      } while (!stop.aborted && systemClock.now() < stretch && (forMs !== null || score.done(part) < 1));
      busy.set(name, (busy.get(name) ?? 1) - 1);
    }
    lane.close();
  };
  await Promise.all(Array.from({ length: plan.lanes }, run));
}

/** Does one round in a process of its own and adds it to the score. */
export async function oneRound(
  lane: Lane,
  part: string,
  seed: string,
  score: Score,
  stop?: AbortSignal,
): Promise<void> {
  const start = systemClock.now();
  const report = await lane.round({ part, seed });
  if (stop?.aborted === true) return;
  score.add(part, seed, systemClock.now() - start, tallyOf(report));
}

function tallyOf(report: Report): Parameters<Score["add"]>[3] {
  return "tally" in report ? report.tally : { counts: {}, failures: [report.broken] };
}

/** The part with the least of its target; one that nobody works at goes first. */
function leastDone(parts: readonly Part[], score: Score, busy: ReadonlyMap<string, number>): Part | null {
  const key = (part: Part): number => score.done(part) + (busy.get(part.name) ?? 0);
  return [...parts].sort((a, b) => key(a) - key(b))[0] ?? null;
}
