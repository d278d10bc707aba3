import type { Cancel, Clock } from "../core/time/clock.js";
import { silentLog, type Log } from "../core/log.js";
import { andThen, type MaybePromise } from "../core/maybe.js";
import type { Balance, NamedPortfolio } from "../model/portfolio.js";
import type { TokenRegistry } from "../model/token-registry.js";
import type { Quote, Trade } from "../model/trade.js";
import type { CallOptions, PriceSource } from "../model/venue.js";
import type { CompetitionRecord, VenueCompetition } from "./competition/competition.js";
import { Competitions, type CompetitionPlan } from "./competition/competitions.js";
import { leaderboardOf, type VenueLeaderboard } from "./competition/leaderboard.js";
import { Lifecycle, type TransitionListener } from "./competition/lifecycle.js";
import { Lookup, type PricedToken, type TokenRef } from "./price/lookup.js";
import { PriceDesk } from "./price/price-desk.js";
import { Refusal } from "./refusal.js";
import { completeSettings, DEFAULT_SETTINGS, startAmounts, type CompetitionSettings } from "./settings.js";
import { Snapshots } from "./competition/snapshots.js";
import { statusFor, type VenueStatus } from "./competition/status.js";
import { TeamSession } from "./team-session.js";
import { USUAL_CHECKS, type SwapChecks } from "./trade/swap-checks.js";
import { readSwap, readTrade, type ExecuteFields, type QuoteFields } from "./trade/swap-order.js";
import type { Team } from "./team/team.js";
import { Teams, type ProfileChange, type Registration } from "./team/teams.js";
import { TradeDesk, type RecordedSlippage } from "./trade/trade-desk.js";
import { portfolioOf } from "./competition/valuation.js";

export interface ExchangeOptions {
  readonly clock: Clock;
  /** The tokens that may be traded; others have no price. */
  readonly registry: TokenRegistry;
  /** Where this answers at once, everything here does. */
  readonly prices: PriceSource;
  /** Of all ids and of all chance. */
  readonly seed: string;
  /** Settings of competitions that do not give their own; what is left out is the public service's. */
  readonly defaults?: Partial<CompetitionSettings>;
  /** How long a price is repeated before the source is asked again, milliseconds. Default 0. */
  readonly priceCacheMs?: number;
  /** How old a price may be to value a portfolio (for the cap and for snapshots), milliseconds. Default 0. */
  readonly valuationMs?: number;
  /** The slippage that recorded quotes showed: where it knows it, quotes and trades are charged that. */
  readonly recordedSlippage?: RecordedSlippage;
  /** The checks that differ from the usual ones. */
  readonly checks?: Partial<SwapChecks>;
  /** Whether a team holds nothing before it takes part in a competition. Default false: it holds the default start balances. */
  readonly emptyBeforeStart?: boolean;
  /** What goes wrong on schedule. */
  readonly log?: Log;
}

/**
 * The simulated exchange: teams, their balances, competitions, and trades at a price source's prices.
 * Methods that may need a price answer at once where the source does. What is refused throws Refusal
 * and has changed nothing.
 */
export class Exchange {
  readonly registry: TokenRegistry;
  readonly clock: Clock;
  /** Of competitions without settings of their own, and of quotes while none is active. */
  readonly defaults: CompetitionSettings;
  readonly #desk: PriceDesk;
  readonly #lookup: Lookup;
  readonly #teams: Teams;
  readonly #competitions: Competitions;
  readonly #snapshots: Snapshots;
  readonly #lifecycle: Lifecycle;
  readonly #trading: TradeDesk;
  readonly #emptyBeforeStart: boolean;

  constructor(options: ExchangeOptions) {
    const { clock, registry, seed, prices: source, priceCacheMs = 0, valuationMs = 0, log = silentLog } = options;
    const recorded = options.recordedSlippage ?? null;
    this.clock = clock;
    this.registry = registry;
    this.defaults = completeSettings(registry, DEFAULT_SETTINGS, options.defaults);
    const desk = new PriceDesk({ clock, source, cacheMs: priceCacheMs, valuationMs });
    const competitions = new Competitions(clock, seed);
    const snapshots = new Snapshots(desk, clock, log);
    this.#desk = desk;
    this.#competitions = competitions;
    this.#snapshots = snapshots;
    this.#teams = new Teams(clock, seed);
    this.#lifecycle = new Lifecycle({ clock, log, competitions, snapshots });
    const { slippage } = this.defaults;
    const lookup = new Lookup(registry, desk);
    this.#lookup = lookup;
    const checks = { ...USUAL_CHECKS, ...options.checks };
    this.#trading = new TradeDesk({ clock, lookup, desk, competitions, snapshots, slippage, recorded, checks });
    this.#emptyBeforeStart = options.emptyBeforeStart ?? false;
  }

  /** Registers a team; until a competition resets its balances it holds the default ones, or nothing. Throws TeamError. */
  addTeam(registration: Registration): Team {
    const member = this.#teams.add(registration);
    if (!this.#emptyBeforeStart) member.account.reset(startAmounts(this.defaults));
    return member.team;
  }

  /** Throws TeamError where the id is not known, as everything here that takes a team's id. */
  team(teamId: string): Team {
    return this.#teams.get(teamId).team;
  }

  /** In the order of registration. */
  teams(): readonly Team[] {
    return this.#teams.list();
  }

  updateProfile(teamId: string, change: ProfileChange): Team {
    return this.#teams.update(teamId, change);
  }

  /** Takes a team out, of the active competition too, until it starts in another one. */
  deactivateTeam(teamId: string, reason: string): void {
    const member = this.#teams.get(teamId);
    member.change({ deactivation: { cause: "disqualified", reason } }, this.clock.now());
    const record = this.#competitions.active();
    const entry = record?.entry(teamId);
    if (record === null || entry === undefined) return;
    entry.disqualified = reason;
    record.touch();
  }

  /** Throws Refusal DEACTIVATED where a person took the team out; an ended competition closes nothing. */
  checkAccess(teamId: string): void {
    this.#teams.get(teamId).checkAccess();
  }

  /** Announces a competition: PENDING. Throws VenueSettingsError, UnknownTokenError, TeamError. */
  createCompetition(plan: CompetitionPlan): VenueCompetition {
    const members = (plan.teams ?? []).map((id) => this.#teams.get(id));
    const settings = completeSettings(this.registry, this.defaults, plan.settings);
    const record = this.#competitions.add(plan, settings, members);
    this.#lifecycle.schedule(record.info.id, plan);
    return record.info;
  }

  /** PENDING → ACTIVE: balances reset, teams made active, a snapshot. Throws CompetitionStateError. */
  start(competitionId: string): MaybePromise<void> {
    return this.#lifecycle.start(competitionId);
  }

  /** ACTIVE → COMPLETED: a last snapshot, every team deactivated. Throws CompetitionStateError. */
  end(competitionId: string): MaybePromise<void> {
    return this.#lifecycle.end(competitionId);
  }

  /** Calls `listener` after each start and end. */
  onTransition(listener: TransitionListener): Cancel {
    return this.#lifecycle.onTransition(listener);
  }

  active(): VenueCompetition | null {
    return this.#competitions.active()?.info ?? null;
  }

  /** Throws Refusal UNKNOWN_COMPETITION. */
  competition(id: string): VenueCompetition {
    return this.#competitions.get(id).info;
  }

  /** All of them, in the order in which they were announced. */
  competitions(): readonly VenueCompetition[] {
    return this.#competitions.list().map((record) => record.info);
  }

  /** Those that are PENDING. */
  upcoming(): readonly VenueCompetition[] {
    return this.competitions().filter((competition) => competition.state === "pending");
  }

  status(teamId: string): VenueStatus {
    return statusFor(this.#teams.get(teamId), this.#competitions.active());
  }

  /** The active competition's settings. Throws Refusal NO_COMPETITION or NOT_PARTICIPATING. */
  rules(teamId: string): CompetitionSettings {
    return this.#participating(teamId, undefined).info.settings;
  }

  /** Of the active competition where no id is given. Throws Refusal NO_COMPETITION, UNKNOWN_COMPETITION or NOT_PARTICIPATING. */
  leaderboard(teamId: string, competitionId?: string): VenueLeaderboard {
    return this.#boardOf(this.#participating(teamId, competitionId));
  }

  /** The leaderboard for those who run the exchange, whoever takes part. Throws Refusal NO_COMPETITION or UNKNOWN_COMPETITION. */
  standings(competitionId?: string): VenueLeaderboard {
    return this.#boardOf(this.#record(competitionId));
  }

  /** The price of a token, wherever its chain is found to be; null where it has none. */
  price(ref: TokenRef, options?: CallOptions): MaybePromise<PricedToken | null> {
    return this.#lookup.find(ref, options);
  }

  /** Every token held since the last start, also with amount 0. The same array until a trade changes it. */
  balances(teamId: string): readonly Balance[] {
    return this.#teams.get(teamId).account.list();
  }

  /** The last snapshot, the same object until the next one; computed for the answer where there is none yet. */
  portfolio(teamId: string, options?: CallOptions): MaybePromise<NamedPortfolio> {
    const member = this.#teams.get(teamId);
    const record = this.#competitions.active();
    const entry = record?.entry(teamId);
    if (record !== null && entry !== undefined) this.#snapshots.catchUp(record, entry);
    if (member.snapshot !== null) return member.snapshot;
    const { account } = member;
    return andThen(this.#desk.refresh(account.held(), options), () =>
      portfolioOf(account, (token) => this.#desk.last(token), null),
    );
  }

  /** The first snapshot of the competition that the last one is of; null before any. */
  oldestPortfolio(teamId: string): NamedPortfolio | null {
    return this.#teams.get(teamId).oldestSnapshot;
  }

  /** Newest first, of all competitions. The same array until the next trade. */
  trades(teamId: string): readonly Trade[] {
    return this.#teams.get(teamId).trades.list();
  }

  quote(teamId: string, fields: QuoteFields, options?: CallOptions): MaybePromise<Quote> {
    return this.#trading.quote(this.#teams.get(teamId), readSwap(fields), options);
  }

  /** Throws Refusal DEACTIVATED, NO_COMPETITION or NOT_PARTICIPATING: the checks that come before a trade's rate limit. */
  checkTrading(teamId: string): void {
    this.#trading.admit(this.#teams.get(teamId));
  }

  execute(teamId: string, fields: ExecuteFields, options?: CallOptions): MaybePromise<Trade> {
    return this.#trading.execute(this.#teams.get(teamId), () => readTrade(fields), options);
  }

  /** What priced a trade of this exchange: recorded quotes, or the competition's formula. */
  pricedBy(tradeId: string): "quotes" | "model" {
    return this.#trading.pricedByQuotes(tradeId) ? "quotes" : "model";
  }

  /** Whether every price is there at once and of any past moment, so that reading twice at a moment gives the same. */
  get knowsPast(): boolean {
    return this.#desk.knowsPast;
  }

  /**
   * A team's place, for a caller in this process.
   * @param registry the caller's names of tokens
   */
  seat(teamId: string, registry: TokenRegistry): TeamSession {
    const parts = { clock: this.clock, desk: this.#desk, lookup: this.#lookup, trading: this.#trading };
    return new TeamSession(parts, this.#teams.get(teamId), registry);
  }

  /** Stops every timer. What is there can still be read. */
  close(): void {
    this.#lifecycle.close();
  }

  #boardOf(record: CompetitionRecord): VenueLeaderboard {
    this.#snapshots.catchUpAll(record);
    return leaderboardOf(record);
  }

  #record(competitionId: string | undefined): CompetitionRecord {
    return competitionId === undefined ? this.#competitions.requireActive() : this.#competitions.get(competitionId);
  }

  #participating(teamId: string, competitionId: string | undefined): CompetitionRecord {
    const { team } = this.#teams.get(teamId);
    const record = this.#record(competitionId);
    if (record.entry(team.id) === undefined) throw new Refusal("NOT_PARTICIPATING");
    return record;
  }
}
