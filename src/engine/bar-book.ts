import type { Bar, Bars } from "../model/bar.js";
import { BarBuilder } from "../model/bar-builder.js";
import type { TickRecord } from "../model/journal.js";
import type { TokenName } from "../model/token.js";
import type { BarsSource } from "../strategy/bars-source.js";
import type { BarNeed } from "../strategy/needs.js";

interface Line {
  readonly token: TokenName;
  readonly interval: number;
  readonly count: number;
  readonly builder: BarBuilder;
  /** Closed since they were last taken, at most `count`. */
  fresh: Bar[];
}

const key = (token: TokenName, interval: number): string => `${token} ${interval}`;

/** The bars that strategies need, one builder for each token and interval. */
export class BarBook implements BarsSource {
  readonly #lines = new Map<string, Line>();
  readonly #byToken = new Map<TokenName, Line[]>();

  constructor(needs: Iterable<BarNeed>) {
    const most = new Map<string, BarNeed>();
    for (const need of needs) {
      const known = most.get(key(need.token, need.interval));
      if (known === undefined || known.count < need.count) most.set(key(need.token, need.interval), need);
    }
    for (const need of most.values()) this.#addLine(need);
  }

  /** Tokens that have bars. */
  get tokens(): readonly TokenName[] {
    return [...this.#byToken.keys()];
  }

  /** Milliseconds of the past that every bar of a token takes. */
  reach(token: TokenName): number {
    return Math.max(0, ...this.#of(token).map(({ interval, count }) => interval * (count + 1)));
  }

  point(token: TokenName, at: number, usd: number): void {
    for (const { builder } of this.#of(token)) builder.point(at, usd);
  }

  /** Closes what ended at or before `now`. */
  advance(now: number): void {
    for (const { builder } of this.#lines.values()) builder.advance(now);
  }

  last(token: TokenName, interval: number, count: number): Bars {
    const line = this.#lines.get(key(token, interval));
    if (line === undefined) throw new RangeError(`No bars of ${token} are built every ${interval} ms`);
    return line.builder.series.last(count);
  }

  /** When there will be enough bars, epoch milliseconds, if prices keep coming; null where there are enough. */
  readyAt(needs: readonly BarNeed[], now: number): number | null {
    let latest: number | null = null;
    for (const { token, interval, count } of needs) {
      const builder = this.#lines.get(key(token, interval))?.builder;
      const missing = count - (builder?.series.length ?? 0);
      if (missing <= 0) continue;
      const current = builder === undefined || Number.isNaN(builder.current) ? now : builder.current;
      latest = Math.max(latest ?? 0, (Math.floor(current / interval) + missing) * interval);
    }
    return latest;
  }

  /** Bars closed since the last call, for the journal; of what is longer than anybody needs, the end. */
  takeFresh(): TickRecord["bars"] {
    const taken: { token: TokenName; interval: number; bars: readonly Bar[] }[] = [];
    for (const line of this.#lines.values()) {
      if (line.fresh.length === 0) continue;
      taken.push({ token: line.token, interval: line.interval, bars: line.fresh.slice(-line.count) });
      line.fresh = [];
    }
    return taken;
  }

  #of(token: TokenName): readonly Line[] {
    return this.#byToken.get(token) ?? [];
  }

  #addLine({ token, interval, count }: BarNeed): void {
    const line: Line = {
      token,
      interval,
      count,
      fresh: [],
      builder: new BarBuilder(interval, count, (bar) => {
        line.fresh.push(bar);
        if (line.fresh.length > 2 * count) line.fresh = line.fresh.slice(-count);
      }),
    };
    this.#lines.set(key(token, interval), line);
    this.#byToken.set(token, [...this.#of(token), line]);
  }
}
