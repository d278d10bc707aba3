import { Decimal, plain } from "../../core/number/decimal.js";
import { formatLength } from "../../core/time/duration.js";
import { isSameBalance } from "../../model/bookable.js";
import type { TokenName } from "../../model/token.js";

/** How long a balance must stay unexplained before it is entered, milliseconds of the service's clock. */
export const DOUBT_MS = 10 * 60_000;
/** In how many readings it must be the same: a clock that jumps proves nothing. */
export const LEAST_READINGS = 10;
/** How many times as long and as often where the portfolio still shows what the books hold. */
const CONTRADICTED = 3;
/** How often balances in doubt are read again, milliseconds of the service's clock. */
export const LOOK_AGAIN_MS = 30_000;

/** A balance that differs from the books, though no trade in the list explains it. */
export interface Unexplained {
  readonly token: TokenName;
  /** What the books hold. */
  readonly known: Decimal;
  /** What the service sent. */
  readonly sent: number;
  /** Whether the portfolio shows what the books hold. */
  readonly contradicted: boolean;
}

/** How balances were read. */
export interface Reading {
  readonly unexplained: readonly Unexplained[];
  /** Milliseconds of the service's clock, from any moment on. */
  readonly at: number;
  /** Whether the list of trades was new enough to hold a trade that would explain them. */
  readonly counts: boolean;
}

interface Doubt {
  readonly since: number;
  readonly readings: number;
  /** What was read less what the books held: a trade of ours changes both. */
  readonly difference: Decimal;
  readonly contradicted: boolean;
}

/** What a reading has changed. */
export interface Doubted {
  /** In doubt since this reading. */
  readonly begun: readonly Unexplained[];
  /** In doubt until this reading, which stayed the same for long enough. */
  readonly believed: readonly (Unexplained & { readonly lasted: string })[];
  /** In doubt until this reading, which agrees with the books or is explained. */
  readonly cleared: readonly TokenName[];
}

/**
 * Balances that no trade explains. Each is in doubt until it has stayed the same for ten minutes and ten readings: one
 * wrong answer, or a cache that repeats it, must not take a book away, but an organiser may change balances by hand.
 */
export class DoubtedBalances {
  #doubts = new Map<TokenName, Doubt>();
  #answeredFor: ReadonlySet<TokenName> = new Set();

  /** Whether any balance is in doubt. */
  get any(): boolean {
    return this.#doubts.size > 0;
  }

  /** Whether less is read of a token than the books hold. */
  get missing(): boolean {
    return [...this.#doubts.values()].some(({ difference }) => difference.isNegative());
  }

  get tokens(): readonly TokenName[] {
    return [...this.#doubts.keys()];
  }

  has(token: TokenName): boolean {
    return this.#doubts.has(token);
  }

  /** A person has said that a trade in these tokens was not made: what is read of them next is believed. */
  answeredFor(tokens: readonly TokenName[]): void {
    this.#answeredFor = new Set([...this.#answeredFor, ...tokens]);
  }

  /**
   * Takes in a reading.
   * @param resting tokens of which it says nothing: a trade of ours in them is young, or not known yet
   */
  take({ unexplained, at, counts }: Reading, resting: ReadonlySet<TokenName>): Doubted {
    const before = this.#doubts;
    const answeredFor = this.#answeredFor;
    this.#doubts = new Map();
    this.#answeredFor = new Set([...answeredFor].filter((token) => resting.has(token)));
    const begun: Unexplained[] = [];
    const believed: Doubted["believed"][number][] = [];
    for (const one of unexplained) {
      if (answeredFor.has(one.token)) continue;
      const doubt = before.get(one.token);
      const now = doubtAfter(doubt, one, { at, counts });
      const times = now.contradicted ? CONTRADICTED : 1;
      if (now.readings >= times * LEAST_READINGS && at - now.since >= times * DOUBT_MS) {
        believed.push({ ...one, lasted: `${now.readings} readings over ${formatLength(at - now.since)}` });
        continue;
      }
      this.#doubts.set(one.token, now);
      if (doubt === undefined) begun.push(one);
    }
    const left = new Set([...unexplained.map(({ token }) => token), ...resting]);
    return { begun, believed, cleared: [...before.keys()].filter((token) => !left.has(token)) };
  }
}

/** A doubt goes on where the difference is the same as before; otherwise it begins anew. */
function doubtAfter(
  doubt: Doubt | undefined,
  { known, sent, contradicted }: Unexplained,
  { at, counts }: Pick<Reading, "at" | "counts">,
): Doubt {
  const counted = counts ? 1 : 0;
  if (doubt === undefined || !isSameBalance(known.plus(doubt.difference), sent))
    return { since: at, readings: counted, difference: new Decimal(sent).minus(known), contradicted };
  return { ...doubt, readings: doubt.readings + counted, contradicted: doubt.contradicted || contradicted };
}

/** What was read and what the books hold, in words. */
export function differenceText({ token, known, sent, contradicted }: Unexplained, usd: number | null): string {
  const worth = usd === null ? "" : `, a difference of about $${(Math.abs(sent - known.toNumber()) * usd).toFixed(2)}`;
  const shown = contradicted ? ", as the portfolio does" : "";
  return `${plain(new Decimal(sent))} ${token}, where the books hold ${plain(known)}${shown}${worth}`;
}
