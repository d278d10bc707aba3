import { formatDuration, formatLength } from "../../core/time/duration.js";
import { groupedBy } from "../../core/grouped.js";
import type { CheckReport } from "../../app/tape/check.js";
import type { TapeInfo } from "../../app/tape/info.js";
import { shellWord } from "../../app/config-option.js";
import { facts, right, table } from "./table.js";
import { count, fileSize, timestamp } from "../../core/format.js";

const never = (tokens: number): string => `none${tokens > 1 ? ": some tokens begin after others have ended" : ""}`;
const day = (iso: string): string => timestamp(Date.parse(iso)).replace(/:00$/, "");

/** A tape as text: a summary, and one line for each token. */
export function tapeText(info: TapeInfo): string {
  const { range, tokens, quotes } = info;
  const whole = facts({
    tape: info.folder,
    "prices of": info.label,
    "common range": range === null ? never(tokens.length) : `${day(range.from)} to ${day(range.until)} UTC`,
    fingerprint: info.fingerprint,
    size: `${fileSize(info.bytes)}, ${info.compacted ? "compacted" : `not compacted; \`contender tape compact ${shellWord(info.folder)}\` makes it faster to read`}`,
  });
  const rows = tokens.map((token) => [
    token.name,
    short(token.address),
    token.kind,
    count(token.rows),
    formatDuration(token.intervalMs),
    day(token.from),
    day(token.until),
    token.gaps === 0 ? "none" : `${token.gaps}, ${formatLength(token.gapMs)} in total`,
  ]);
  const columns = ["token", "address", "what", right("rows"), right("every"), "from", "until (UTC)", "gaps"];
  const pairs = quotes.map(({ from, to, rows: count }) => `${from} for ${to}: ${count} quotes`);
  return [
    whole,
    "",
    table(columns, rows, "It holds no price yet."),
    ...(pairs.length === 0 ? [] : ["", ...pairs]),
  ].join("\n");
}

const short = (address: string): string =>
  address === "" ? "not known" : address.length > 13 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address;

/** How many findings of one kind and remedy are shown. */
const SHOWN = 10;

/** Findings as text, errors first. Of many with the same code and remedy, only the first are shown. */
export function findingsText({ checked, wrong, notes, findings }: CheckReport): string {
  if (findings.length === 0) return `${checked.join(", ")}: no problem found.`;
  const lines: string[] = [];
  for (const severity of ["wrong", "note"] as const) {
    const kinds = groupedBy(
      findings.filter((finding) => finding.severity === severity),
      ({ code }) => code,
    );
    for (const [code, kind] of kinds)
      for (const [remedy, same] of groupedBy(kind, (finding) => finding.remedy)) {
        for (const { place, problem } of same.slice(0, SHOWN))
          lines.push(`${severity} ${code} ${problem.startsWith(place) ? "" : `${place}: `}${problem}`);
        if (same.length > SHOWN) lines.push(`${severity} ${code} and ${same.length - SHOWN} more: --json shows them`);
        lines.push(`  ${remedy}`);
      }
  }
  return [...lines, "", `Errors: ${wrong}. Notes: ${notes}.`].join("\n");
}
