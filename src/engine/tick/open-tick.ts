import type { JsonValue } from "../../core/json.js";
import type { TokenName } from "../../model/token.js";
import type { ReadScope } from "../../model/venue.js";
import type { Attempt } from "../../core/attempt.js";
import type { Due } from "../schedule/scheduler.js";
import type { Moment } from "./moment.js";
import type { ReadTaker, StrategyHost } from "./strategy-host.js";
import type { StrategyRun } from "./strategy-run.js";

export type DueRun = Due<StrategyRun>;

/** Strategies that are due together, nearly always the same ones. */
export interface Group {
  readonly due: readonly DueRun[];
  readonly hosts: readonly StrategyHost[];
  /** Whether any of them has a `read`. */
  readonly reads: boolean;
  /** What each `read` gave where none has one. */
  readonly nothing: readonly JsonValue[];
}

/** Calls with null once a tick is over, or with what went wrong. */
export type TickEnded = (failure: { readonly error: unknown } | null) => void;

/** Ticks of the same strategies that follow one another, for who runs them. */
export interface TickRow {
  /** A tick is over that waited for nothing. Gives whether the next may follow it at once. */
  tickOver(): boolean;
  /** Goes to the next instant, which the clock shows then, if nothing else happens before it; false where something does. */
  nextTick(): boolean;
}

/** One tick, which none follows. */
export const ONE_TICK: TickRow = { tickOver: () => false, nextTick: () => false };

export interface ReadEvents {
  /** May throw: the tick keeps that as its `failure`. */
  readFailed(run: StrategyRun, error: unknown): void;
  /** Every `read` of a tick has ended. Must not throw. */
  allRead(tick: OpenTick): void;
}

/** A tick that waits: for prices, or for `read` hooks. It serves tick after tick, for most wait for next to nothing. */
export class OpenTick implements ReadTaker, Moment {
  readonly #events: ReadEvents;
  /** When it was due, epoch milliseconds. */
  instant = Number.NaN;
  group: Group;
  tokens: readonly TokenName[];
  scope: ReadScope;
  ended: TickEnded;
  /** When its `read` hooks began. */
  now = Number.NaN;
  /** What they gave, one of each strategy. */
  inputs: JsonValue[] = [];
  /** What went wrong while they ended, for who goes on when they all have; null: nothing. */
  failure: { readonly error: unknown } | null = null;
  /** How many of them have not ended. */
  #reading = 0;

  /** The first tick's: members that were anything else before would be checked at each look. */
  constructor(events: ReadEvents, group: Group, tokens: readonly TokenName[], scope: ReadScope, ended: TickEnded) {
    this.#events = events;
    this.group = group;
    this.tokens = tokens;
    this.scope = scope;
    this.ended = ended;
  }

  begin(instant: number, group: Group, tokens: readonly TokenName[], scope: ReadScope, ended: TickEnded): void {
    this.instant = instant;
    this.group = group;
    this.tokens = tokens;
    this.scope = scope;
    this.ended = ended;
  }

  /** The `read` hooks, in parallel. */
  readAll(now: number): void {
    const { hosts, due, nothing } = this.group;
    if (this.inputs.length !== hosts.length) this.inputs = [...nothing];
    const { inputs } = this;
    this.now = now;
    this.#reading = hosts.length;
    for (let i = 0; i < hosts.length; i++) {
      const host = hosts[i] as StrategyHost;
      inputs[i] = null;
      if (host.reads && host.ready) host.read(this, (due[i] as DueRun).names, this.scope, this, i);
      else this.#oneLess();
    }
  }

  tookRead(index: number, read: Attempt<JsonValue>): void {
    if (read.ok) this.inputs[index] = read.value;
    else this.#tellFailed(index, read.error);
    this.#oneLess();
  }

  /** Nobody awaits the hooks: what is thrown here would be nobody's, and the tick never over. */
  #tellFailed(index: number, error: unknown): void {
    try {
      this.#events.readFailed((this.group.hosts[index] as StrategyHost).run, error);
    } catch (thrown) {
      this.failure = { error: thrown };
    }
  }

  #oneLess(): void {
    this.#reading--;
    if (this.#reading === 0) this.#events.allRead(this);
  }
}
