import type { JsonValue } from "../../core/json.js";
import { seededRandom, type Random, numberedRandom } from "../../core/random.js";
import type { NamedPortfolio } from "../../model/portfolio.js";
import { Account } from "./account.js";
import { Refusal } from "../refusal.js";
import type { Trade } from "../../model/trade.js";

/** The trades of one team, of all competitions. */
class TradeLog {
  readonly #oldestFirst: Trade[] = [];
  #newestFirst: readonly Trade[] | null = null;

  add(trade: Trade): void {
    this.#oldestFirst.push(trade);
    this.#newestFirst = null;
  }

  /** Newest first; the same array until the next trade. */
  list(): readonly Trade[] {
    this.#newestFirst ??= this.#oldestFirst.toReversed();
    return this.#newestFirst;
  }
}

/** What chance has in store for one team's quotes, or for its trades: the first, the second, and so on, whoever else trades. */
class Draws {
  readonly #source: (key: number) => Pick<Random, "next">;
  #count = 0;

  constructor(seed: string) {
    this.#source = numberedRandom(seed);
  }

  next(): Pick<Random, "next"> {
    return this.#source(this.#count++);
  }

  /** Leaves out the next one, unseen. */
  skip(): void {
    this.#count++;
  }
}

/** Why a team may not trade: its competition ended, or a person took it out. */
interface Deactivation {
  readonly cause: "ended" | "disqualified";
  readonly reason: string;
}

/** What is known of a team. A new object at each change. */
export interface Team {
  /** A UUID. */
  readonly id: string;
  /** Unique at an exchange. */
  readonly name: string;
  readonly email: string;
  readonly contactPerson: string;
  readonly metadata: JsonValue;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly deactivation: Deactivation | null;
}

/** A team's place at the exchange: its account, its trades, and what chance has in store for it alone. */
export class Member {
  readonly account = new Account();
  readonly trades = new TradeLog();
  /** The competition that its balances belong to: the last one that it started in. */
  competitionId: string | null = null;
  /** The last snapshot of its portfolio, of whichever competition; null before the first. */
  snapshot: NamedPortfolio | null = null;
  /** The first snapshot of the competition that `snapshot` is of. */
  oldestSnapshot: NamedPortfolio | null = null;
  /** The source of its trades' ids. */
  readonly ids: Random;
  readonly draws: { readonly quote: Draws; readonly execute: Draws };
  #team: Team;

  constructor(team: Team, seed: string) {
    this.#team = team;
    this.ids = seededRandom(`${seed}/trades/${team.id}`);
    this.draws = { quote: new Draws(`${seed}/quote/${team.id}`), execute: new Draws(`${seed}/execute/${team.id}`) };
  }

  get team(): Team {
    return this.#team;
  }

  /** Throws Refusal DEACTIVATED where a person took the team out; an ended competition closes nothing. */
  checkAccess(): void {
    const { deactivation } = this.#team;
    if (deactivation !== null && deactivation.cause === "disqualified")
      throw new Refusal("DEACTIVATED", { reason: deactivation.reason });
  }

  change(changes: Partial<Omit<Team, "id" | "createdAt">>, at: number): Team {
    this.#team = Object.freeze({ ...this.#team, ...changes, updatedAt: at });
    return this.#team;
  }
}
