import { randomBase32 } from "../core/base32.js";
import type { Random } from "../core/random.js";

/** Length of an intent's id; with the journal's four characters it makes the marker. */
const ID_LENGTH = 6;

/** A service may write reasons in capitals. */
const MARKER = /\[([0-9a-z]{4})-([0-9a-z]{6})\]/i;

/** A new intent id that `taken` does not know. */
export function newIntentId(random: Random, taken: (id: string) => boolean): string {
  for (;;) {
    const id = randomBase32(random, ID_LENGTH);
    if (!taken(id)) return id;
  }
}

/** `[abcd-7k2m9x]`: four characters of the journal, six of the intent. */
export function markerOf(journalId: string, intentId: string): string {
  // Joined: a text that is kept with every trade is then one, not a tree of its parts.
  return ["[", journalId, "-", intentId, "]"].join("");
}

/** The first marker of a text, whoever's it is; null where there is none. */
export function readMarker(reason: string | null): { readonly journalId: string; readonly intentId: string } | null {
  const match = reason === null ? null : MARKER.exec(reason);
  return match === null
    ? null
    : { journalId: (match[1] ?? "").toLowerCase(), intentId: (match[2] ?? "").toLowerCase() };
}

/** What was cleaned last: a strategy gives the same reason again and again. */
let last = { text: "", clean: "" };

function cleaned(text: string): string {
  // Lone surrogates would not survive the wire's UTF-8.
  if (text !== last.text) last = { text, clean: text.replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, " ").trim() };
  return last.clean;
}

/**
 * The reason as it is sent: the marker, then the text with control characters as spaces, the whole cut
 * to `longest` code points. The marker is never cut: it is the proof that the trade is ours.
 */
export function wireReason(marker: string, text: string, longest: number): string {
  const clean = cleaned(text);
  // No text has more code points than code units.
  if (marker.length + 1 + clean.length <= longest) return `${marker} ${clean}`.trimEnd();
  return Array.from(`${marker} ${clean}`).slice(0, Math.max(longest, marker.length)).join("").trimEnd();
}
