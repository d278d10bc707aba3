import { Decimal } from "../../core/number/decimal.js";
import type { Competition } from "../../model/competition.js";
import type { NamedPortfolio } from "../../model/portfolio.js";
import { CompetitionStateError } from "../errors.js";
import type { CompetitionSettings } from "../settings.js";
import type { Member } from "../team/team.js";

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
  snapshot: NamedPortfolio | null;
  /** When it traded, where the snapshot of that is still to be computed; null where it is not. */
  tradedAt: number | null;
  /** Why it was taken out; null while it is in. */
  disqualified: string | null;
}

/** A competition with the teams that take part: PENDING → ACTIVE → COMPLETED, no way back. */
export class CompetitionRecord {
  /** Of the teams that take part. */
  readonly entries: readonly Entry[];
  /** The smallest trade, tokens of what is sold. */
  readonly minimum: Decimal;
  readonly #byTeam: ReadonlyMap<string, Entry>;
  #info: VenueCompetition;
  #version = 0;

  constructor(info: VenueCompetition, members: Iterable<Member>) {
    this.entries = Array.from(new Set(members), (member) => {
      return { member, snapshot: null, tradedAt: null, disqualified: null };
    });
    this.minimum = new Decimal(info.settings.minTradeAmount);
    this.#byTeam = new Map(this.entries.map((entry) => [entry.member.team.id, entry]));
    this.#info = Object.freeze(info);
  }

  get info(): VenueCompetition {
    return this.#info;
  }

  /** Another number whenever what the leaderboard is made of has changed. */
  get version(): number {
    return this.#version;
  }

  entry(teamId: string): Entry | undefined {
    return this.#byTeam.get(teamId);
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
