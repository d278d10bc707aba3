import type { Random } from "../core/random.js";

/** Two hexadecimal digits of each byte. */
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** A version 4 UUID (RFC 9562) of a seeded source: the same seed gives the same ids. */
export function uuid(random: Random): string {
  const word = (): string => hexOf(random.int(0x1_0000));
  const parts = [
    word() + word(),
    word(),
    `4${word().slice(1)}`,
    "89ab".charAt(random.int(4)) + word().slice(1),
    word() + word() + word(),
  ];
  // Joined, not added up: V8 would keep a sum of strings as the tree of its parts, five times the size.
  return parts.join("-");
}

function hexOf(word: number): string {
  return (HEX[word >>> 8] as string) + (HEX[word & 0xff] as string);
}
