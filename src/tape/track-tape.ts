import type { Bars } from "../model/bar.js";
import type { PricePoint } from "../model/history.js";
import type { TokenName } from "../model/token.js";
import { TapeEmptyError, TapeTokenError } from "./errors.js";
import { fingerprintOf } from "./folder/fingerprint.js";
import type { Market } from "./market.js";
import type { PriceSeries } from "./price-series.js";
import type { QuoteBook } from "./quote-book.js";
import { seriesMarket } from "./series-market.js";
import type { RecordedQuote, Tape, TapeGap, TapeTrack } from "./tape.js";
import { contentsOf, gapsOf, trackBetween, type Track } from "./track.js";

/** Where a tape's contents come from. */
interface TapeParts {
  readonly folder: string | null;
  readonly label: string;
  readonly tracks: readonly Track[];
  /** Read when somebody asks. */
  quotes(): QuoteBook;
  /** Where it is already known. */
  readonly fingerprint?: string | undefined;
}

/** A tape of tracks, each of which is read when it is asked for. */
export class TrackTape implements Tape {
  readonly folder: string | null;
  readonly label: string;
  readonly #tracks: ReadonlyMap<TokenName, Track>;
  readonly #parts: TapeParts;
  #facts: readonly TapeTrack[] | undefined;
  #gaps: readonly TapeGap[] | undefined;
  #fingerprint: string | undefined;
  #quotes: QuoteBook | undefined;

  constructor(parts: TapeParts) {
    this.folder = parts.folder;
    this.label = parts.label;
    this.#parts = parts;
    this.#fingerprint = parts.fingerprint;
    this.#tracks = new Map(parts.tracks.map((track) => [track.token.name, track]));
  }

  get tracks(): readonly TapeTrack[] {
    return (this.#facts ??= [...this.#tracks.values()].map((track) => track.facts()));
  }

  get from(): number {
    return Math.max(...this.tracks.map((track) => track.from));
  }

  get until(): number {
    return Math.min(...this.tracks.map((track) => track.until));
  }

  get interval(): number {
    return Math.min(...this.tracks.map((track) => track.interval));
  }

  get gaps(): readonly TapeGap[] {
    return (this.#gaps ??= [...this.#tracks.values()].flatMap(gapsOf));
  }

  get fingerprint(): string {
    return (this.#fingerprint ??= fingerprintOf([...this.#tracks.values()].map(contentsOf), this.#book.all()));
  }

  get quotedPairs(): readonly (readonly [from: TokenName, to: TokenName])[] {
    return this.#book.pairs;
  }

  get #book(): QuoteBook {
    return (this.#quotes ??= this.#parts.quotes());
  }

  prices(token: TokenName): PriceSeries | null {
    return this.#tracks.get(token)?.prices() ?? null;
  }

  movedAt(token: TokenName): Float64Array | null {
    return this.#tracks.get(token)?.movedAt() ?? null;
  }

  askedAt(token: TokenName): Float64Array | null {
    return this.#tracks.get(token)?.askedAt() ?? null;
  }

  bars(token: TokenName): Bars | null {
    return this.#tracks.get(token)?.bars() ?? null;
  }

  quotes(from: TokenName, to: TokenName): readonly RecordedQuote[] {
    return this.#book.of(from, to);
  }

  points(token: TokenName, from: number, until: number): PricePoint[] {
    return this.prices(token)?.points(from, until) ?? [];
  }

  market(tokens: readonly TokenName[] = [...this.#tracks.keys()]): Market {
    if (tokens.length === 0)
      throw new TapeEmptyError(`The tape of ${this.label} holds no price${this.folder === null ? "" : " yet"}`, {
        remedy: "Record some prices first.",
      });
    const series = tokens.map((token) => [token, this.prices(token) ?? this.#lacks(token)] as const);
    return seriesMarket(`tape of ${this.label}`, new Map(series));
  }

  between(from: number, until: number): Tape {
    const tracks = [...this.#tracks.values()].map((track) => trackBetween(track, from, until));
    return new TrackTape({
      folder: this.folder,
      label: this.label,
      tracks: tracks.filter((track) => track !== null),
      quotes: () => this.#book.between(from, until),
    });
  }

  #lacks(token: TokenName): never {
    throw new TapeTokenError(
      `The tape of ${this.label} has no prices of ${token}, only of ${[...this.#tracks.keys()].join(", ")}`,
      {
        remedy: "Use a token of the tape, or import the token's prices: `contender tape import`.",
      },
    );
  }
}
