import { promised, type MaybePromise } from "../core/maybe.js";
import { plain } from "../core/number/decimal.js";
import type { CompetitionStatus, Leaderboard, TeamProfile, UpcomingCompetition } from "./competition.js";
import type { LimitsLeft } from "./limits-left.js";
import type { Balance, Portfolio } from "./portfolio.js";
import type { PriceReading, TokenInfo } from "./price.js";
import type { RateScope, Rules } from "./rules.js";
import type { TokenName } from "./token.js";
import type { ExecuteRequest, ExecuteResult, Quote, SwapRequest, Trade } from "./trade.js";

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** `trade` may use the reserve that is kept for trades and what they need; `read` (the default) may not. */
  readonly purpose?: "read" | "trade";
  /** Epoch milliseconds of the venue's clock after which the request does not leave any more; absent: it may, whenever. */
  readonly sendBy?: number | undefined;
}

/** Where prices are read. */
export interface PriceSource {
  /** The price now; `usd` null where there is none. */
  price(token: TokenName, options?: CallOptions): MaybePromise<PriceReading>;
}

/** What may be read of a venue. Every method may throw a ContenderError, or reject with one. */
export interface VenueReads extends PriceSource {
  tokenInfo(token: TokenName, options?: CallOptions): MaybePromise<TokenInfo>;
  quote(request: SwapRequest, options?: CallOptions): MaybePromise<Quote>;
  balances(options?: CallOptions): MaybePromise<readonly Balance[]>;
  portfolio(options?: CallOptions): MaybePromise<Portfolio>;
  /** Newest first, of all competitions. */
  trades(options?: CallOptions): MaybePromise<readonly Trade[]>;
  profile(options?: CallOptions): MaybePromise<TeamProfile>;
  status(options?: CallOptions): MaybePromise<CompetitionStatus>;
  rules(options?: CallOptions): MaybePromise<Rules>;
  /** Of the active competition where no id is given. */
  leaderboard(competitionId?: string, options?: CallOptions): MaybePromise<Leaderboard>;
  upcoming(options?: CallOptions): MaybePromise<readonly UpcomingCompetition[]>;
}

export type ReadName = keyof VenueReads;

/** The rate limits that count some operations, besides `all` and `each`, which count every one. */
export type LimitScope = Exclude<RateScope, "all" | "each">;

/**
 * How the calls of a read are made otherwise than directly.
 *
 * @param read makes the call
 * @param subject what the call is about; undefined for a read without an argument
 * @param key the same for equal subjects, and for these alone
 */
export type Way = <Subject, T>(
  name: ReadName,
  read: (subject: Subject, options?: CallOptions) => MaybePromise<T>,
  subject: Subject,
  options: CallOptions | undefined,
  key: (subject: Subject) => string,
) => MaybePromise<T>;

interface ReadFacts {
  /** The rate limit that counts it; null: only `all` and `each` do. */
  readonly scope: LimitScope | null;
  /** Whether equal ones are one request within a read scope. */
  readonly shared: boolean;
  /** Whether a strategy's `read` may make it. */
  readonly forHooks: boolean;
}

interface VenueRead<Read> extends ReadFacts {
  /** Whether it takes no argument. */
  readonly plain: boolean;
  /** The same read, its calls made by way of `way`. */
  by(way: Way, name: ReadName, read: Read): Read;
}

const NO_KEY = (): string => "";

/** A read without an argument. */
function read<const Facts extends ReadFacts>(facts: Facts) {
  type Plain<T> = (options?: CallOptions) => MaybePromise<T>;
  const by = <T>(way: Way, name: ReadName, read: Plain<T>): Plain<T> => {
    const ofNothing = (_: undefined, options?: CallOptions): MaybePromise<T> => read(options);
    return (options) => way(name, ofNothing, undefined, options, NO_KEY);
  };
  return { ...facts, plain: true, by } as const;
}

type ReadOf<Subject, T> = (subject: Subject, options?: CallOptions) => MaybePromise<T>;

/** A read with one argument; `key` is the same for equal ones. */
function readOf<Subject, const Facts extends ReadFacts>(
  key: (subject: Subject) => string,
  facts: Facts,
): Facts & { readonly plain: false; by<T>(way: Way, name: ReadName, read: ReadOf<Subject, T>): ReadOf<Subject, T> } {
  return {
    ...facts,
    plain: false,
    by: (way, name, read) => (subject, options) => way(name, read, subject, options, key),
  };
}

const byToken = (token: TokenName): string => token;
const bySwap = ({ from, to, amount }: SwapRequest): string => JSON.stringify([from, to, plain(amount)]);
const byCompetition = (id: string | undefined): string => JSON.stringify(id ?? null);

/** What is to know of each read; the contract's operations, budgets, read scopes and hooks go by it. */
export const VENUE_READS = {
  price: readOf(byToken, { scope: "price", shared: true, forHooks: true }),
  tokenInfo: readOf(byToken, { scope: "price", shared: true, forHooks: true }),
  quote: readOf(bySwap, { scope: "trade", shared: true, forHooks: true }),
  balances: read({ scope: "account", shared: true, forHooks: true }),
  portfolio: read({ scope: "account", shared: true, forHooks: true }),
  trades: read({ scope: "account", shared: true, forHooks: true }),
  // Who the team is does not concern a strategy.
  profile: read({ scope: "account", shared: true, forHooks: false }),
  status: read({ scope: null, shared: true, forHooks: true }),
  rules: read({ scope: null, shared: true, forHooks: true }),
  leaderboard: readOf(byCompetition, { scope: null, shared: true, forHooks: true }),
  upcoming: read({ scope: null, shared: true, forHooks: true }),
} satisfies { readonly [Name in ReadName]: VenueRead<VenueReads[Name]> };

/** The rate limit that counts an execute. */
export const EXECUTE_SCOPE = "trade" satisfies LimitScope;

// `Object.keys` gives texts; the table has no other names.
const READ_NAMES = Object.keys(VENUE_READS) as readonly ReadName[];

/** The reads without an argument. */
export type PlainReadName = {
  [Name in ReadName]: (typeof VENUE_READS)[Name]["plain"] extends true ? Name : never;
}[ReadName];
export const PLAIN_READS = READ_NAMES.filter((name): name is PlainReadName => VENUE_READS[name].plain);

const HOOK_READ_NAMES = READ_NAMES.filter((name) => VENUE_READS[name].forHooks);

function wrapped(reads: VenueReads, names: readonly ReadName[], way: Way): Partial<VenueReads> {
  const facts: { readonly [Name in ReadName]: VenueRead<VenueReads[Name]> } = VENUE_READS;
  const made: Partial<VenueReads> = {};
  const add = <Name extends ReadName>(name: Name, read: VenueReads[Name]): void => {
    made[name] = facts[name].by(way, name, read);
  };
  for (const name of names) add(name, reads[name]);
  return made;
}

/** The same reads, every call made by way of `way`. */
export function readsBy(way: Way, reads: VenueReads): VenueReads {
  // Each name of the table has been added.
  return wrapped(reads, READ_NAMES, way) as VenueReads;
}

/** A view of a venue in which equal reads are one request, until it is closed. */
export interface ReadScope extends VenueReads {
  close(): void;
}

/** VenueReads of which every answer is a promise. */
export type AsyncReads = {
  [Method in keyof VenueReads]: (
    ...args: Parameters<VenueReads[Method]>
  ) => Promise<Awaited<ReturnType<VenueReads[Method]>>>;
};

/** The reads that a strategy's `read` may make. */
export type HookReads = Pick<
  AsyncReads,
  { [Name in ReadName]: (typeof VENUE_READS)[Name]["forHooks"] extends true ? Name : never }[ReadName]
>;

/** Those of the reads that a strategy's `read` may make, each with a promise for an answer. */
export function hookReads(reads: VenueReads): HookReads {
  const made = wrapped(reads, HOOK_READ_NAMES, (_name, read, subject, options) =>
    promised(() => read(subject, options)),
  );
  // Each of their names has been added, and every answer is a promise.
  return made as HookReads;
}

/** Where trades are made: the gateway (live), or the simulated venue (dry-run, backtest). */
export interface Venue extends VenueReads {
  /** Never sent twice, never throws: what went wrong is in the result. */
  execute(request: ExecuteRequest, options?: CallOptions): MaybePromise<ExecuteResult>;
  /**
   * Milliseconds until a trade, its quote and its request, would be sent without waiting for a rate limit, were nobody
   * else to come; 0: now. Absent where nothing limits.
   */
  tradeRoomIn?(): number;
  /** Whether the service runs, asked without a key; absent where there is no service behind the venue. */
  health?(options?: CallOptions): MaybePromise<{ readonly status: string }>;
  /** Opens one; an execute makes it forget what was read before. */
  scope(): ReadScope;
  limitsLeft(): LimitsLeft;
}
