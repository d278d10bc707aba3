import type { Random } from "../core/random.js";

const hex = (random: Random, digits: number): string => {
  let text = "";
  while (text.length < digits) text += random.int(0x1_0000).toString(16).padStart(4, "0");
  return text.slice(0, digits);
};

/** A version 4 UUID (RFC 9562) of a seeded source: the same seed gives the same ids. */
export function uuid(random: Random): string {
  const variant = "89ab".charAt(random.int(4));
  return `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-${variant}${hex(random, 3)}-${hex(random, 12)}`;
}
