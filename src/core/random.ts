import { randomBytes } from "node:crypto";

/** A source of chance. The same seed and the same calls give the same numbers, on every machine. */
export interface Random {
  /** Uniform in [0, 1), 32 bits of it. */
  next(): number;
  /** A whole number in [0, below). */
  int(below: number): number;
  /** Standard normal (mean 0, deviation 1), by Box and Muller. */
  normal(): number;
  /** An independent source for a key: it depends on the seed and the key alone, not on what was drawn before. */
  fork(key: string): Random;
}

/** FNV-1a over the UTF-16 code units, finished by murmur3's mixer: spreads similar keys apart. */
function hash(text: string, basis: number): number {
  let h = basis >>> 0;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** sfc32 (Chris Doty-Humphrey, PractRand), seeded by a text. */
export function seededRandom(seed: string): Random {
  let a = hash(seed, 0x811c9dc5);
  let b = hash(seed, 0x01234567);
  let c = hash(seed, 0x89abcdef);
  let counter = 1;
  let spare: number | null = null;
  const bits = (): number => {
    const t = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + t;
    return t >>> 0;
  };
  for (let i = 0; i < 12; i++) bits();
  const next = (): number => bits() / 4_294_967_296;
  return {
    next,
    int: (below) => Math.floor(next() * below),
    normal() {
      if (spare !== null) {
        const kept = spare;
        spare = null;
        return kept;
      }
      const radius = Math.sqrt(-2 * Math.log(1 - next()));
      const angle = 2 * Math.PI * next();
      spare = radius * Math.sin(angle);
      return radius * Math.cos(angle);
    },
    fork: (key) => seededRandom(`${seed}/${key}`),
  };
}

/** A new seed from the machine's entropy, for runs that do not name one: 32 hex digits. */
export function freshSeed(): string {
  return randomBytes(16).toString("hex");
}
