import type { Attempt } from "../../core/attempt.js";
import { messageOf } from "../../core/errors.js";
import { andThen, type MaybePromise } from "../../core/maybe.js";
import { formatLength, MINUTE } from "../../core/time/duration.js";
import { iso } from "../../core/time/utc.js";
import type { Leaderboard } from "../../model/competition.js";
import type { CallOptions } from "../../model/venue.js";
import type { DrawdownSource, DrawdownStop } from "../../risk/index.js";
import { attemptWithin } from "../timeouts/bounded.js";
import { FailingReads } from "../timeouts/failing-reads.js";
import { BackoffNotes } from "../backoff-notes.js";
import type { EngineContext } from "../context.js";

interface Watched {
  readonly competitionId: string;
  readonly teamId: string;
  readonly stop: DrawdownStop;
  /** Own balances × own prices, USD. */
  own(): number;
  /** Whether something that is held has no price now. */
  unpriced(): boolean;
}

/** Where the rules do not say how often the service values portfolios, milliseconds. */
const USUAL_INTERVAL = 2 * MINUTE;

/** A source stands still once it has missed this many valuations. */
const MISSED = 5;

/**
 * Gives the drawdown stop its two sources: own figures and the service's. The service's figure is the portfolio as long
 * as that moves and agrees with own figures; otherwise the team's row of the leaderboard, which comes from the latest
 * snapshot: some deployments show the oldest portfolio of a competition for ever.
 */
export class DrawdownWatch {
  readonly #context: EngineContext;
  readonly #watched: Watched;
  readonly #failing: FailingReads;
  readonly #blind = new BackoffNotes();
  /** The time of the last snapshot, and when it was first read; null before the first. */
  #snapshot: { readonly at: number; readonly readAt: number } | null = null;
  #toldStale = false;
  /** The last figure of the leaderboard that was taken, and when. */
  #standing = { usd: Number.NaN, at: -Infinity };
  /** Since when no source agrees; null: one does. */
  #blindSince: number | null = null;

  constructor(context: EngineContext, watched: Watched) {
    this.#context = context;
    this.#watched = watched;
    this.#failing = new FailingReads(context, {
      name: "portfolio",
      what: "portfolio",
      meaning: "The drawdown stop has only the leaderboard meanwhile.",
    });
  }

  /** Takes a sample. Says why everything is to stop, or null. */
  check(): MaybePromise<string | null> {
    const { venue } = this.#context.ports;
    const read = attemptWithin(this.#context.bound, (options) => venue.portfolio(options));
    return andThen(read, (portfolio) => {
      let doubt: string | null;
      if (portfolio.ok) {
        this.#failing.worked();
        doubt = this.#takePortfolio(portfolio.value.totalValue, portfolio.value.snapshotAt);
      } else {
        this.#context.onReadFailure(portfolio.error);
        this.#failing.failed(portfolio.error);
        doubt = `the portfolio cannot be read: ${messageOf(portfolio.error)}`;
      }
      if (doubt === null) {
        this.#blindSince = null;
        return this.#verdict();
      }
      return andThen(this.#askLeaderboard(doubt), () => this.#verdict());
    });
  }

  #verdict(): string | null {
    const { tripped, reason } = this.#watched.stop.state();
    return tripped ? reason : null;
  }

  /** Why the portfolio alone is not enough, or null. */
  #takePortfolio(usd: number, snapshotAt: number | null): string | null {
    const now = this.#context.ports.clock.now();
    const since = this.#stillSince(snapshotAt ?? now, now);
    this.#sample("portfolio", usd, snapshotAt ?? now);
    if (since !== null) return `the portfolio has stood still since ${iso(since)}`;
    return this.#watched.stop.agrees(this.#watched.own(), usd) ? null : `the portfolio says $${usd.toFixed(2)}`;
  }

  /** The time of a snapshot that is shown for too long, or null. It is reported once, and once when it moves again. */
  #stillSince(at: number, now: number): number | null {
    const { note } = this.#context;
    if (this.#snapshot?.at !== at) {
      this.#snapshot = { at, readAt: now };
      if (this.#toldStale) note("info", "portfolio-moves", "The portfolio moves again", { at });
      this.#toldStale = false;
    }
    const lasted = now - this.#snapshot.readAt;
    if (lasted < this.#patience()) return null;
    if (!this.#toldStale) {
      const text = `The service's portfolio has stood still since ${iso(at)}: the same snapshot was read for ${formatLength(lasted)}. The drawdown stop goes by the team's row of the leaderboard.`;
      note("warn", "portfolio-stale", text, { since: at });
      this.#toldStale = true;
    }
    return at;
  }

  #askLeaderboard(doubt: string): MaybePromise<void> {
    const { bound, ports } = this.#context;
    // Own figures say nothing then, whatever they are compared with.
    if (this.#watched.unpriced()) return;
    const ask = (options: CallOptions): MaybePromise<Leaderboard> => ports.venue.leaderboard(undefined, options);
    return andThen(attemptWithin(bound, ask), (read) => {
      if (!read.ok) this.#context.onReadFailure(read.error);
      const other = this.#takeLeaderboard(read);
      if (other === null) this.#blindSince = null;
      else this.#disagreed(`${doubt}, and ${other}`);
    });
  }

  /** Why the leaderboard is no help, or null. */
  #takeLeaderboard(read: Attempt<Leaderboard>): string | null {
    if (!read.ok) return `the leaderboard cannot be read: ${messageOf(read.error)}`;
    const { competition, standings } = read.value;
    const row = standings.find(({ teamId }) => teamId === this.#watched.teamId);
    if (competition.id !== this.#watched.competitionId || row === undefined)
      return "the leaderboard does not have this team";
    const usd = row.portfolioValue;
    const now = this.#context.ports.clock.now();
    // It has no time: an equal figure is a new one once the next snapshot is due.
    if (usd !== this.#standing.usd || now - this.#standing.at >= this.#interval()) {
      this.#standing = { usd, at: now };
      this.#sample("leaderboard", usd, now);
    }
    return this.#watched.stop.agrees(this.#watched.own(), usd) ? null : `the leaderboard says $${usd.toFixed(2)}`;
  }

  #sample(source: DrawdownSource, usd: number, at: number): void {
    const { stop, own, unpriced } = this.#watched;
    stop.sample({ own: own(), service: { source, usd, at }, unpriced: unpriced() });
  }

  #disagreed(why: string): void {
    const now = this.#context.ports.clock.now();
    this.#blindSince ??= now;
    const lasted = now - this.#blindSince;
    if (lasted < this.#patience() || !this.#blind.due(now)) return;
    const own = `$${this.#watched.own().toFixed(2)}`;
    const text = `The drawdown stop cannot fire, for ${formatLength(lasted)}: no figure of the service confirms own balances at own prices, ${own}; ${why}. Watch the equity yourself until one does.`;
    this.#context.note("warn", "drawdown-blind", text, { since: this.#blindSince });
  }

  #interval(): number {
    return this.#context.rules.current.snapshotIntervalMs ?? USUAL_INTERVAL;
  }

  #patience(): number {
    return MISSED * this.#interval();
  }
}
