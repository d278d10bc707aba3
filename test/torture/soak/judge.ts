import type { Remains } from "./week.js";
import { slope, type Sample } from "./samples.js";

const MEGABYTE = 1_000_000;
/** Of memory, an hour of the competition. */
const STEEPEST = MEGABYTE;
/** Sockets come and go with the requests that are on their way. */
const SPARE_HANDLES = 8;
/** Runs that were due and are not accounted for: those under way as it began and ended, of three strategies. */
const LOOSE = 10;

/** What a bot did wrong in its week, a sentence each. @param hours of the competition before memory is looked at */
export function judge(remains: Remains, hours: number): string[] {
  const { exitCode, output, made, journalled, missed, decided, due, dueLate, journal } = remains;
  const failures: string[] = [];
  const check = (holds: boolean, failure: string): void => {
    if (!holds) failures.push(failure);
  };
  check(exitCode === 0, `it ended with ${exitCode}: ${output.slice(-1000)}`);
  check(!/unhandled|uncaught|^\s+at .*:\d+:\d+/im.test(output), `it threw where nobody caught: ${output.slice(-2000)}`);
  check(decided > 0, "it decided nothing");
  check(
    decided + missed >= due - LOOSE && decided + missed <= due + dueLate + LOOSE,
    `${due} runs were due: ${decided} were decided, and ${missed} are told as missed`,
  );
  const [ours, theirs] = [new Set(journalled), new Set(made)];
  check(ours.size === journalled.length, "its journal has a trade twice");
  for (const id of theirs) check(ours.has(id), `the service made trade ${id}, which the journal does not have`);
  for (const id of ours) check(theirs.has(id), `the journal has trade ${id}, which the service never made`);
  check(
    journal.bytes <= journal.documented,
    `its journal takes ${journal.bytes} bytes, and by the documents ${Math.round(journal.documented)}`,
  );
  return [...failures, ...judgeMemory(remains.samples, hours), ...judgeHandles(remains.samples, hours)];
}

/** What is wrong with the memory that it kept, a sentence each. @param hours of the competition before it is looked at */
function judgeMemory(samples: readonly Sample[], hours: number): string[] {
  const later = samples.filter(({ hour }) => hour >= hours);
  if (later.length < 3) return [`there are only ${samples.length} samples of its memory`];
  const grown = slope(later.map(({ hour, heap }) => [hour, heap] as const));
  return grown > STEEPEST ? [`its memory grows by ${Math.round(grown)} bytes an hour of the competition`] : [];
}

/** What is wrong with its open files and sockets, a sentence each. @param hours of the competition before they are looked at */
export function judgeHandles(samples: readonly Sample[], hours: number): string[] {
  const later = samples.filter(({ hour }) => hour >= hours);
  const handles = later.flatMap((sample) => (sample.handles === null ? [] : [sample.handles]));
  const third = Math.ceil(handles.length / 3);
  const more = handles.length === 0 ? 0 : median(handles.slice(-third)) - median(handles.slice(0, third));
  return more > SPARE_HANDLES ? [`it holds ${more} handles more than before`] : [];
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
