import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { iso } from "../../core/time/utc.js";
import type { TapeGap } from "../../tape/index.js";
import { silentProgress } from "../process/progress.js";
import { openShown } from "./open.js";

/** What `contender tape info` says. Times are ISO 8601. */
export interface TapeInfo {
  readonly folder: string;
  readonly label: string;
  readonly fingerprint: string;
  /** The span in which every token has a price; null where there is none. */
  readonly range: { readonly from: string; readonly until: string } | null;
  readonly tokens: readonly TokenInfoLine[];
  readonly quotes: readonly { readonly from: string; readonly to: string; readonly rows: number }[];
  /** Whether everything is in Parquet files; null where nothing is recorded. */
  readonly compacted: boolean;
  readonly version: number;
  readonly bytes: number;
}

interface TokenInfoLine {
  readonly name: string;
  readonly address: string;
  readonly chain: string;
  readonly cash: boolean;
  readonly kind: "prices" | "bars";
  readonly rows: number;
  readonly from: string;
  readonly until: string;
  readonly intervalMs: number;
  readonly gaps: number;
  /** Of all gaps together, and of the longest. */
  readonly gapMs: number;
  readonly longestGap: { readonly from: string; readonly until: string } | null;
}

/** Describes a tape. Throws a TapeError where the folder is none. */
export function tapeInfo(folder: string, progress = silentProgress): TapeInfo {
  const { tape, storage } = openShown(folder, progress);
  const { from, until } = tape;
  const { compacted, version, bars } = storage;
  return {
    folder,
    label: tape.label,
    fingerprint: tape.fingerprint,
    range: from < until && tape.tracks.length > 0 ? { from: iso(from), until: iso(until) } : null,
    tokens: tape.tracks.map(({ token, rows, interval, ...track }) => ({
      name: token.name,
      address: token.address,
      chain: token.specificChain,
      cash: token.cash,
      kind: bars.has(token.name) ? ("bars" as const) : ("prices" as const),
      rows,
      from: iso(track.from),
      until: iso(track.until),
      intervalMs: interval,
      ...gapSummary(tape.gaps.filter((gap) => gap.token === token.name)),
    })),
    quotes: tape.quotedPairs.map(([one, other]) => ({ from: one, to: other, rows: tape.quotes(one, other).length })),
    compacted,
    version,
    bytes: bytesIn(folder),
  };
}

function gapSummary(gaps: readonly TapeGap[]): Pick<TokenInfoLine, "gaps" | "gapMs" | "longestGap"> {
  const length = ({ from, until }: TapeGap): number => until - from;
  const [first] = gaps;
  if (first === undefined) return { gaps: 0, gapMs: 0, longestGap: null };
  const longest = gaps.reduce((a, b) => (length(b) > length(a) ? b : a), first);
  return {
    gaps: gaps.length,
    gapMs: gaps.reduce((sum, gap) => sum + length(gap), 0),
    longestGap: { from: iso(longest.from), until: iso(longest.until) },
  };
}

function bytesIn(folder: string): number {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files.reduce((sum, name) => {
    const { size } = statSync(join(folder, name), { throwIfNoEntry: false }) ?? { size: 0 };
    return sum + size;
  }, 0);
}
