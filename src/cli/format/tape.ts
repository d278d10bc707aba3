import { formatDuration, formatLength } from "../../core/time/duration.js";
import { groupedBy } from "../../core/grouped.js";
import type { CheckReport } from "../../app/tape/check.js";
import type { TapeInfo } from "../../app/tape/info.js";
import { shellWord } from "../../app/config-option.js";
import { facts, right, table } from "./table.js";
import { count, fileSize, timestamp } from "../../core/format.js";

const never = (tokens: number): string => `at no time${tokens > 1 ? ": some begin after others have ended" : ""}`;
const day = (iso: string): string => timestamp(Date.parse(iso)).replace(/:00$/, "");

/** A tape: what it is as a whole, and a line a token. */
export function tapeText(info: TapeInfo): string {
  const { range, tokens, quotes } = info;
  const whole = facts({
    tape: info.folder,
    "prices of": info.label,
    "every token from": range === null ? never(tokens.length) : `${day(range.from)} to ${day(range.until)} UTC`,
    fingerprint: info.fingerprint,
    size: `${fileSize(info.bytes)}, ${info.compacted ? "compacted" : `partly in the log: \`contender tape compact ${shellWord(info.folder)}\` makes it faster to read`}`,
  });
  const rows = tokens.map((token) => [
    token.name,
    short(token.address),
    token.kind,
    count(token.rows),
    formatDuration(token.intervalMs),
    day(token.from),
    day(token.until),
    token.gaps === 0 ? "none" : `${token.gaps}, together ${formatLength(token.gapMs)}`,
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

/** Findings that are shown of one kind and remedy. */
const SHOWN = 10;

/** Findings, errors first; of many with the same code and remedy, the first ones. */
export function findingsText({ checked, wrong, notes, findings }: CheckReport): string {
  if (findings.length === 0) return `${checked.join(", ")}: nothing is wrong.`;
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
  return [...lines, "", `${wrong} wrong, ${notes} to know of.`].join("\n");
}
