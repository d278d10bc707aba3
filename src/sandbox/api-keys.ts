import { freshSeed, type Random } from "../core/random.js";

/** The keys of the teams: each team has one at a time. */
export class ApiKeys {
  readonly #random: Random | null;
  readonly #teams = new Map<string, string>();
  readonly #keys = new Map<string, string>();

  /** @param random null: keys come from the machine's entropy, and no key tells anything of another one */
  constructor(random: Random | null) {
    this.#random = random;
  }

  /** The team of a key; undefined where the key is unknown, or was replaced. */
  teamOf(key: string): string | undefined {
    return this.#teams.get(key);
  }

  /** The key of a team; "" where it has none yet. */
  of(teamId: string): string {
    return this.#keys.get(teamId) ?? "";
  }

  /** A new key for a team; the one before it is invalid at once. */
  issue(teamId: string): string {
    const old = this.#keys.get(teamId);
    if (old !== undefined) this.#teams.delete(old);
    const digits = this.#random === null ? freshSeed() : hexOf(this.#random);
    const key = `${digits.slice(0, 16)}_${digits.slice(16)}`;
    this.#keys.set(teamId, key);
    this.#teams.set(key, teamId);
    return key;
  }
}

/** 32 hex digits. */
function hexOf(random: Random): string {
  return Array.from({ length: 8 }, () => random.int(0x1_0000).toString(16).padStart(4, "0")).join("");
}

/** The key of an `Authorization: Bearer KEY` header; null where it is none. */
export function bearerOf(authorization: string | undefined): string | null {
  return /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1] ?? null;
}
