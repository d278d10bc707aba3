import { iso } from "../core/time/utc.js";
import { ContenderError } from "../core/errors.js";
import { barsOf } from "./bar-columns.js";
import { readCsv, type CsvOptions } from "./import/series.js";
import { fingerprints, openTape } from "./folder/open-tape.js";
import { overlapProblem } from "./overlap.js";
import type { Tape } from "./tape.js";
import { checkColumns } from "./check-columns.js";
import { Findings, type Finding } from "./finding.js";

/**
 * What is wrong with a recorded tape, and what is worth knowing: each with its place and remedy; empty where there is
 * nothing.
 */
export function checkTape(folder: string, onTrack: (done: number, of: number) => void = () => undefined): Finding[] {
  const findings = new Findings();
  const tape = attempt(folder, findings, () => openTape(folder));
  if (tape === null) return findings.list();
  const { tracks } = tape;
  if (tracks.length === 0) findings.add(folder, empty(folder));
  const read = tracks.map(({ token, interval }, i) => {
    const track = attempt(token.name, findings, () => {
      const series = tape.prices(token.name);
      if (series === null) return true;
      const { times, prices } = series;
      const place = (row: number): string => `${token.name} at ${iso(times[row] as number)}`;
      const bars = tape.bars(token.name);
      checkColumns({ name: token.name, cash: token.cash, interval, times, usd: prices, bars, place }, findings);
      return true;
    });
    onTrack(i + 1, tracks.length);
    return track;
  });
  const quotes = attempt(folder, findings, () => tape.quotedPairs);
  if (![...read, quotes].includes(null)) checkFingerprint(folder, findings);
  checkOverlap(tape, findings);
  return findings.list();
}

/** The same of a CSV file, with lines for places. */
export function checkCsv(file: string, options: Omit<CsvOptions, "onProblem"> = {}): Finding[] {
  const findings = new Findings();
  const series = attempt(file, findings, () =>
    readCsv(file, {
      ...options,
      onProblem: ({ code, line, problem, remedy }) =>
        findings.add(file, { severity: "wrong", code, place: `${file}, line ${line}`, problem, remedy }),
    }),
  );
  if (series !== null) {
    const { times, values, interval, lines, kind } = series;
    const usd = values[0] as Float64Array;
    const place = (row: number): string => `${file}, line ${lines[row]}`;
    const bars = kind === "bars" ? barsOf(interval, times, values) : null;
    checkColumns({ name: file, cash: false, interval, times, usd, bars, place }, findings);
  }
  return findings.list();
}

/** What cannot be read at all is a finding too. */
function attempt<Result>(of: string, findings: Findings, work: () => Result): Result | null {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ContenderError)) throw error;
    const { code, message, remedy } = error;
    findings.add(of, { severity: "wrong", code, place: of, problem: message, remedy });
    return null;
  }
}

function empty(folder: string): Finding {
  return {
    severity: "wrong",
    code: "EMPTY",
    place: folder,
    problem: "the tape holds no price",
    remedy: "Record some prices first, or import them.",
  };
}

function checkFingerprint(folder: string, findings: Findings): void {
  const both = fingerprints(folder);
  if (both === null || both.named === both.found) return;
  findings.add(folder, {
    severity: "wrong",
    code: "FINGERPRINT",
    place: folder,
    problem: `the manifest has the fingerprint ${both.named}, but the files have ${both.found}: they were changed`,
    remedy: "Restore the files from a copy, or import or record the tape again.",
  });
}

function checkOverlap({ tracks }: Tape, findings: Findings): void {
  const wrong = overlapProblem(tracks);
  if (wrong === null) return;
  const { of: place, problem, remedy } = wrong;
  findings.add("", { severity: "wrong", code: "OVERLAP", place, problem: `they ${problem}`, remedy });
}
