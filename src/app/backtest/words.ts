import { UsageError } from "../errors.js";

const CLOSING: Readonly<Record<string, string>> = { "[": "]", "{": "}" };

/**
 * The words of a flag that takes several, such as `fast=5 note="two words" tokens=["A.eth", "B.eth"]`: spaces within quotes,
 * lists and objects divide nothing. Single quotes behind a `=` are taken off, double ones are JSON's. Throws UsageError for
 * what is not closed.
 */
export function wordsOf(text: string, flag: string): string[] {
  const words: string[] = [];
  /** What closes what is open, the innermost last. */
  const open: string[] = [];
  let word = "";
  for (let i = 0; i < text.length; i++) {
    const sign = text.charAt(i);
    const closing = open.at(-1);
    const isText = closing === '"' || closing === "'";
    if (/\s/.test(sign) && closing === undefined) {
      if (word !== "") words.push(word);
      word = "";
      continue;
    }
    if (sign === closing) open.pop();
    else if (!isText && sign === '"') open.push(sign);
    else if (!isText && sign === "'" && word.endsWith("=")) open.push(sign);
    else if (!isText && CLOSING[sign] !== undefined) open.push(CLOSING[sign]);
    const isQuote = sign === "'" && (closing === "'" || open.at(-1) === "'");
    if (!isQuote) word += sign;
    // What is escaped closes nothing.
    if (closing === '"' && sign === "\\") word += text.charAt(++i);
  }
  if (open.length > 0)
    throw new UsageError(`${flag} ${text}: a ${open.at(-1)} is missing`, {
      remedy: `Close what is open, such as ${flag} 'note="two words" fast=5'.`,
    });
  return word === "" ? words : [...words, word];
}
