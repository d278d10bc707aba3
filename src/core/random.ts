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

/** FNV-1a over the UTF-16 code units, begun with a basis or with what the text before gave. */
function absorb(begun: number, text: string): number {
  let h = begun;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h;
}

/** murmur3's mixer: spreads similar keys apart. */
function mix(absorbed: number): number {
  let h = absorbed;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

const BASES = [0x811c9dc5, 0x01234567, 0x89abcdef] as const;

/** sfc32 (Chris Doty-Humphrey, PractRand): its state, seeded by three words. */
class Bits {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(a: number, b: number, c: number) {
    this.#a = a | 0;
    this.#b = b | 0;
    this.#c = c | 0;
    for (let i = 0; i < 12; i++) this.#draw();
  }

  /** Uniform in [0, 1), 32 bits of it. */
  next(): number {
    return (this.#draw() >>> 0) / 4_294_967_296;
  }

  #draw(): number {
    const t = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + t) | 0;
    return t;
  }
}

/** A source of chance that a text seeds. */
export function seededRandom(seed: string): Random {
  const [a, b, c] = BASES;
  const bits = new Bits(mix(absorb(a, seed)), mix(absorb(b, seed)), mix(absorb(c, seed)));
  let spare: number | null = null;
  const next = (): number => bits.next();
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

/**
 * Sources for the keys 0, 1, 2 … of one seed: each draws what `seededRandom(seed).fork(key)` does, but what
 * the keys have in common is hashed once.
 */
export function numberedRandom(seed: string): (key: number) => Pick<Random, "next"> {
  const [a, b, c] = BASES.map((basis) => absorb(basis, `${seed}/`)) as [number, number, number];
  return (key) => {
    const text = String(key);
    return new Bits(mix(absorb(a, text)), mix(absorb(b, text)), mix(absorb(c, text)));
  };
}

/** A new seed from the machine's entropy, for runs that do not name one: 32 hex digits. */
export function freshSeed(): string {
  return randomBytes(16).toString("hex");
}
