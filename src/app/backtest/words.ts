import { UsageError } from "../errors.js";

const CLOSING: Readonly<Record<string, string>> = { "[": "]", "{": "}" };

/**
 * The words of a flag that takes several, such as `fast=5 note="two words" tokens=["A.eth", "B.eth"]`: spaces within
 * quotes, lists and objects divide nothing. Single quotes behind a `=` are taken off, double ones are JSON's. Throws
 * UsageError for what is not closed.
 */
export function wordsOf(text: string, flag: string): string[] {
  const words: string[] = [];
  for (let from = 0; from < text.length;) {
    const until = endOfWord(text, from, flag);
    if (until > from) words.push(text.slice(from, until).replace(/='(.*)'$/s, "=$1"));
    from = until + 1;
  }
  return words;
}

/** Where the word ends that begins at a place: at the first space outside of quotes, lists and objects. */
function endOfWord(text: string, from: number, flag: string): number {
  /** What closes what is open, the innermost last. */
  const open: string[] = [];
  for (let i = from; i < text.length; i++) {
    const sign = text.charAt(i);
    const closing = open.at(-1);
    if (closing === undefined && /\s/.test(sign)) return i;
    // What is escaped closes nothing.
    if (closing === '"' && sign === "\\") i++;
    else if (sign === closing) open.pop();
    else open.push(...opened(text, i, closing));
  }
  const missing = open.at(-1);
  if (missing === undefined) return text.length;
  throw new UsageError(`${flag} ${text}: a ${missing} is missing`, {
    remedy: `Close the quotes and brackets, as in ${flag} 'note="two words" fast=5'.`,
  });
}

/** What closes the thing that a sign opens; nothing where it opens none, as within a text. */
function opened(text: string, at: number, closing: string | undefined): string[] {
  const sign = text.charAt(at);
  if (closing === '"' || closing === "'") return [];
  if (sign === '"' || (sign === "'" && text.charAt(at - 1) === "=")) return [sign];
  const end = CLOSING[sign];
  return end === undefined ? [] : [end];
}
