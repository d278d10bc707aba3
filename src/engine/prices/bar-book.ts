import { BarBuilder } from "../../model/bar-builder.js";
import { BarRecord } from "../../model/bar-record.js";
import type { BarSpan } from "../../model/bar-series.js";
import type { ClosedBars } from "../../model/closed-bars.js";
import type { TickRecord } from "../../model/journal.js";
import { RecordedBarLine } from "../../model/recorded-bar-line.js";
import type { TokenName } from "../../model/token.js";
import type { BarsSource } from "../../strategy/view/bars-source.js";
import type { BarNeed } from "../../strategy/bind/needs.js";
import { NeededBars } from "./needed-bars.js";

interface Line {
  readonly token: TokenName;
  readonly interval: number;
  readonly count: number;
  readonly builder: BarBuilder | RecordedBarLine;
  /** How many bars its series had been given when they were last taken for the journal. */
  taken: number;
}

const key = (token: TokenName, interval: number): string => `${token} ${interval}`;

/**
 * The bars that strategies need, one line for each token and interval: taken as they were recorded
 * where a source of closed bars has them, built from price samples otherwise.
 */
export class BarBook implements BarsSource {
  readonly #lines = new Map<string, Line>();
  readonly #byToken = new Map<TokenName, Line[]>();
  readonly #builders: Line["builder"][] = [];

  constructor(needs: Iterable<BarNeed>, recorded?: ClosedBars) {
    const most = new Map<string, BarNeed>();
    for (const need of needs) {
      const known = most.get(key(need.token, need.interval));
      if (known === undefined || known.count < need.count) most.set(key(need.token, need.interval), need);
    }
    for (const need of most.values()) this.#addLine(need, recorded);
  }

  /** Tokens that have bars. */
  get tokens(): Iterable<TokenName> {
    return this.#byToken.keys();
  }

  /** Milliseconds of the past whose prices every bar of a token takes; 0 where its bars are not made of prices. */
  reach(token: TokenName): number {
    const built = this.#of(token).filter(({ builder }) => builder instanceof BarBuilder);
    return Math.max(0, ...built.map(({ interval, count }) => interval * (count + 1)));
  }

  point(token: TokenName, at: number, usd: number): void {
    for (const { builder } of this.#of(token)) builder.point(at, usd);
  }

  /** Closes what ended at or before `now`. */
  advance(now: number): void {
    for (const builder of this.#builders) builder.advance(now);
  }

  last(token: TokenName, interval: number, count: number): BarSpan {
    const line = this.#of(token).find((one) => one.interval === interval);
    if (line === undefined) throw new RangeError(`No bars of ${token} are built every ${interval} ms`);
    return line.builder.series.last(count);
  }

  /** When there will be enough bars, epoch milliseconds, if prices keep coming; null where there are enough. */
  readyAt(needs: readonly BarNeed[], now: number): number | null {
    return this.needed(needs).readyAt(now);
  }

  /** The bars of some needs, for who asks about them often. */
  needed(needs: readonly BarNeed[]): NeededBars {
    return new NeededBars(
      needs.map(({ token, interval, count }) => {
        return { interval, count, builder: this.#lines.get(key(token, interval))?.builder ?? null };
      }),
    );
  }

  /** Bars closed since the last call, for the journal; of what is longer than anybody needs, the end. */
  takeFresh(): TickRecord["bars"] {
    const taken: BarRecord[] = [];
    for (const line of this.#lines.values()) {
      const { series } = line.builder;
      const fresh = Math.min(series.pushed - line.taken, series.length);
      line.taken = series.pushed;
      if (fresh > 0) taken.push(new BarRecord(line.token, series.last(fresh)));
    }
    return taken;
  }

  #of(token: TokenName): readonly Line[] {
    return this.#byToken.get(token) ?? [];
  }

  #addLine({ token, interval, count }: BarNeed, recorded: ClosedBars | undefined): void {
    const bars = recorded?.bars(token, interval) ?? null;
    const builder = bars === null ? new BarBuilder(interval, count) : new RecordedBarLine(bars, count);
    const line: Line = { token, interval, count, builder, taken: 0 };
    this.#builders.push(builder);
    this.#lines.set(key(token, interval), line);
    this.#byToken.set(token, [...this.#of(token), line]);
  }
}
