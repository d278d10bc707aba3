import { messageOf } from "../../core/errors.js";
import type { MaybePromise } from "../../core/maybe.js";
import { Decimal } from "../../core/number/decimal.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { TokenName } from "../../model/token.js";
import type { CallOptions, VenueReads } from "../../model/venue.js";
import type { BoundStrategy } from "../../strategy/bind/bind.js";
import type { EngineContext } from "../context.js";
import { attemptWithin, LateAnswerError, type Bound } from "./bounded.js";

/** A read of the service whose answer the bot cannot use. */
export interface UnusableRead {
  /** What is read, in words. */
  readonly what: string;
  readonly error: unknown;
  /** What does not work without it, a sentence. */
  readonly meaning: string;
  /** Whether nothing can be traded without it. */
  readonly needed: boolean;
}

/** What is read, besides who the team is, the status and the rules: those are read at every start. */
interface Read extends Omit<UnusableRead, "error"> {
  run(venue: VenueReads, options: CallOptions): MaybePromise<unknown>;
}

/** For which bot the reads are tried. */
export interface TriedFor {
  /** Two tokens that may be swapped; null: none are known. */
  readonly pair: { readonly from: TokenName; readonly to: TokenName } | null;
  /** Whether it has a drawdown stop. */
  readonly drawdownStop: boolean;
  /** Whether a competition is active. */
  readonly active: boolean;
}

/** Makes every read once, one after the other. Gives those that failed; one that merely came too late says nothing. */
export async function tryReads(venue: VenueReads, bound: Bound, tried: TriedFor): Promise<UnusableRead[]> {
  const unusable: UnusableRead[] = [];
  for (const { run, ...read } of readsOf(tried)) {
    const answer = await attemptWithin(bound, (options) => run(venue, options));
    if (!answer.ok && !(answer.error instanceof LateAnswerError)) unusable.push({ ...read, error: answer.error });
  }
  return unusable;
}

/** Tries them in a competition that was joined, and notes each that failed with what that means. It ends nothing. */
export async function noteUnusableReads({ ports, bound, note, stop }: EngineContext): Promise<void> {
  const { registry, settings, strategies, venue } = ports;
  const drawdownStop = settings.risk.drawdownStop !== undefined;
  const tried = { pair: pairOf(strategies, registry), drawdownStop, active: true };
  const unusable = await tryReads(venue, { ...bound, stop: stop.signal }, tried);
  if (stop.signal.aborted) return;
  for (const { what, error, meaning } of unusable)
    note("warn", "read-unusable", `The ${what} cannot be used: ${messageOf(error)}. ${meaning}`, { what });
}

/** The first token that a strategy names, or else that is known at all, and the cash of its chain. */
export function pairOf(strategies: readonly BoundStrategy[], registry: TokenRegistry): TriedFor["pair"] {
  const named = strategies.flatMap(({ traded, tokens }) => [...traded, ...tokens]);
  for (const to of [...named, ...registry.list().map(({ name }) => name)]) {
    const cash = registry.cashOf(registry.get(to)?.specificChain ?? "");
    if (cash !== undefined && !registry.isCash(to)) return { from: cash.name, to };
  }
  return null;
}

function readsOf({ pair, drawdownStop, active }: TriedFor): Read[] {
  return [
    {
      what: "balances",
      needed: true,
      meaning: "The bot cannot join a competition without them.",
      run: (venue, options) => venue.balances(options),
    },
    {
      what: "portfolio",
      needed: false,
      meaning: drawdownStop
        ? "The drawdown stop has no portfolio: it goes by the leaderboard alone."
        : "Only `contender portfolio`, and strategies that read it, need it.",
      run: (venue, options) => venue.portfolio(options),
    },
    {
      what: "list of trades",
      needed: true,
      meaning: "Whether a trade was made whose answer is lost cannot be proven.",
      run: (venue, options) => venue.trades(options),
    },
    ...(active ? [leaderboard(drawdownStop)] : []),
    {
      what: "list of upcoming competitions",
      needed: false,
      meaning: "What is to come stays unknown.",
      run: (venue, options) => venue.upcoming(options),
    },
    ...(pair === null ? [] : readsOfPair(pair)),
  ];
}

function leaderboard(drawdownStop: boolean): Read {
  const without = drawdownStop ? ", and the drawdown stop has no leaderboard" : "";
  return {
    what: "leaderboard",
    needed: false,
    meaning: `Rank and final standing stay unknown${without}.`,
    run: (venue, options) => venue.leaderboard(undefined, options),
  };
}

function readsOfPair({ from, to }: NonNullable<TriedFor["pair"]>): Read[] {
  return [
    {
      what: `price of ${to}`,
      needed: true,
      meaning: "Strategies decide on prices.",
      run: (venue, options) => venue.price(to, options),
    },
    {
      what: `token information of ${to}`,
      needed: false,
      meaning: "Only `contender token`, and strategies that read it, need it.",
      run: (venue, options) => venue.tokenInfo(to, options),
    },
    {
      what: `quote of ${from} for ${to}`,
      needed: true,
      meaning: "A trade is made only on a fresh quote.",
      run: (venue, options) => venue.quote({ from, to, amount: new Decimal(1) }, options),
    },
  ];
}
