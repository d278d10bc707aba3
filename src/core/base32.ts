import { freshSeed, seededRandom, type Random } from "./random.js";

/** Crockford's alphabet in lower case: digits and letters without i, l, o and u, which people misread. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** A random text of base 32, five bits a character: what ids that people may have to type are made of. */
export function randomBase32(random: Random, length: number): string {
  let text = "";
  for (let i = 0; i < length; i++) text += ALPHABET.charAt(random.int(ALPHABET.length));
  return text;
}

/** Six characters that nobody had before: what names a run. */
export function freshId(): string {
  return randomBase32(seededRandom(freshSeed()), 6);
}
