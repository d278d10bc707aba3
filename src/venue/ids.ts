import type { Random } from "../core/random.js";

/** A version 4 UUID (RFC 9562) of a seeded source: the same seed gives the same ids. */
export function uuid(random: Random): string {
  const word = (): string => random.int(0x1_0000).toString(16).padStart(4, "0");
  return [
    word() + word(),
    word(),
    `4${word().slice(1)}`,
    "89ab".charAt(random.int(4)) + word().slice(1),
    word() + word() + word(),
  ].join("-");
}
