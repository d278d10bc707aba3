import { Decimal } from "../core/decimal.js";
import type { Competition } from "../model/competition.js";
import type { Portfolio } from "../model/portfolio.js";
import { CompetitionStateError } from "./errors.js";
import type { CompetitionSettings } from "./settings.js";
import type { Member } from "./team.js";

/** What is known of a competition of this exchange. A new object at each change. */
export interface VenueCompetition extends Competition {
  readonly state: "pending" | "active" | "completed";
  readonly settings: CompetitionSettings;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A team's part in one competition. */
export interface Entry {
  readonly member: Member;
  /** The last snapshot within this competition; null before it starts. */
  snapshot: Portfolio | null;
  /** When it traded, where the snapshot of that is still to be computed; null where it is not. */
  tradedAt: number | null;
  /** Why it was taken out; null while it is in. */
  disqualified: string | null;
}

/** A competition with the teams that take part: PENDING → ACTIVE → COMPLETED, no way back. */
export class CompetitionRecord {
  readonly #entries = new Map<string, Entry>();
  /** The smallest trade, tokens of what is sold. */
  readonly minimum: Decimal;
  #info: VenueCompetition;
  #list: readonly Entry[] | null = null;
  #version = 0;

  constructor(info: VenueCompetition) {
    this.#info = Object.freeze(info);
    this.minimum = new Decimal(info.settings.minTradeAmount);
  }

  get info(): VenueCompetition {
    return this.#info;
  }

  /** Another number whenever what the leaderboard is made of has changed. */
  get version(): number {
    return this.#version;
  }

  /** The same array until a team joins. */
  entries(): readonly Entry[] {
    this.#list ??= [...this.#entries.values()];
    return this.#list;
  }

  entry(teamId: string): Entry | undefined {
    return this.#entries.get(teamId);
  }

  /** Takes a team in; twice is once. Throws CompetitionStateError once the competition has started. */
  join(member: Member): void {
    if (this.#info.state !== "pending") throw this.#wrong("cannot be joined", "Teams join before the start.");
    if (this.#entries.has(member.team.id)) return;
    this.#entries.set(member.team.id, { member, snapshot: null, tradedAt: null, disqualified: null });
    this.#list = null;
    this.#version++;
  }

  start(at: number): void {
    if (this.#info.state !== "pending") throw this.#wrong("cannot start", "A competition starts once.");
    this.#become({ state: "active", startAt: at, updatedAt: at });
  }

  end(at: number): void {
    if (this.#info.state !== "active") throw this.#wrong("cannot end", "Only an active competition ends.");
    this.#become({ state: "completed", endAt: at, updatedAt: at });
  }

  /** Says that an entry has changed. */
  touch(): void {
    this.#version++;
  }

  #become(change: Partial<VenueCompetition>): void {
    this.#info = Object.freeze({ ...this.#info, ...change });
    this.#version++;
  }

  #wrong(what: string, remedy: string): CompetitionStateError {
    return new CompetitionStateError(`Competition ${this.#info.name} is ${this.#info.state}: it ${what}`, { remedy });
  }
}
