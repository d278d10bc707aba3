import type { TokenName } from "../model/token.js";
import type { CallOptions, PriceSource, VenueReads } from "../model/venue.js";
import { scopedReads } from "../venue/scoped-reads.js";

type Args<Name extends keyof VenueReads> = Parameters<VenueReads[Name]>;
type Answer<Name extends keyof VenueReads> = ReturnType<VenueReads[Name]>;

/**
 * Reads of which equal ones are one request, as a tick asks for them. Prices are by far the most: they are remembered by
 * their tokens alone, for a world that answers at once gives the same price again.
 */
export class ReadScope implements VenueReads {
  readonly #counted: VenueReads;
  readonly #free: PriceSource;
  readonly #epoch: () => number;
  #seen: TokenName[] = [];
  #seenIn: number;
  #rest: ReturnType<typeof scopedReads> | null = null;

  /**
   * @param counted reads that each count as a request
   * @param free the same prices, for those that were asked for before
   * @param epoch another number whenever everything is to be read anew
   */
  constructor(counted: VenueReads, free: PriceSource, epoch: () => number) {
    this.#counted = counted;
    this.#free = free;
    this.#epoch = epoch;
    this.#seenIn = epoch();
  }

  price(token: TokenName, options?: CallOptions): ReturnType<VenueReads["price"]> {
    const epoch = this.#epoch();
    if (epoch !== this.#seenIn) {
      this.#seen = [];
      this.#seenIn = epoch;
    }
    if (this.#seen.includes(token)) return this.#free.price(token, options);
    this.#seen.push(token);
    return this.#counted.price(token, options);
  }

  tokenInfo(...args: Args<"tokenInfo">): Answer<"tokenInfo"> {
    return this.#others().tokenInfo(...args);
  }

  quote(...args: Args<"quote">): Answer<"quote"> {
    return this.#others().quote(...args);
  }

  balances(...args: Args<"balances">): Answer<"balances"> {
    return this.#others().balances(...args);
  }

  portfolio(...args: Args<"portfolio">): Answer<"portfolio"> {
    return this.#others().portfolio(...args);
  }

  trades(...args: Args<"trades">): Answer<"trades"> {
    return this.#others().trades(...args);
  }

  profile(...args: Args<"profile">): Answer<"profile"> {
    return this.#others().profile(...args);
  }

  status(...args: Args<"status">): Answer<"status"> {
    return this.#others().status(...args);
  }

  rules(...args: Args<"rules">): Answer<"rules"> {
    return this.#others().rules(...args);
  }

  leaderboard(...args: Args<"leaderboard">): Answer<"leaderboard"> {
    return this.#others().leaderboard(...args);
  }

  upcoming(...args: Args<"upcoming">): Answer<"upcoming"> {
    return this.#others().upcoming(...args);
  }

  close(): void {
    this.#seen = [];
    this.#rest?.close();
  }

  #others(): VenueReads {
    return (this.#rest ??= scopedReads(this.#counted, this.#epoch));
  }
}
