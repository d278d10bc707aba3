import { GrowingColumn } from "../../core/number/growing-column.js";
import { placesInOrder } from "../../core/number/sorted.js";

/** Readings of one token as they were recorded, and as they come to be used: in the order of time, one an instant. */
export class LogColumns {
  readonly #times = new GrowingColumn();
  readonly #usd = new GrowingColumn();
  readonly #movedAt = new GrowingColumn();
  readonly #askedAt = new GrowingColumn();
  /** Whether any of them has its instant. */
  #asked = false;
  #last = -Infinity;
  #rising = true;

  /** @param askedAt NaN where it is not known */
  push(at: number, usd: number, movedAt: number, askedAt: number): void {
    if (at <= this.#last) this.#rising = false;
    this.#last = at;
    this.#times.push(at);
    this.#usd.push(usd);
    this.#movedAt.push(movedAt);
    if (!Number.isNaN(askedAt)) this.#asked = true;
    this.#askedAt.push(Number.isNaN(askedAt) ? at : askedAt);
  }

  /** Recordings may overlap (a simulated clock that began anew): of one instant the reading that came last counts. */
  columns(): PriceColumns {
    const columns = {
      ...{ times: this.#times.values(), usd: this.#usd.values(), movedAt: this.#movedAt.values() },
      askedAt: this.#asked ? this.#askedAt.values() : null,
    };
    return this.#rising ? columns : sorted(columns);
  }
}

/** Readings in the order of time. */
export interface PriceColumns {
  readonly times: Float64Array;
  readonly usd: Float64Array;
  readonly movedAt: Float64Array;
  /** The instants for which they were read (of one without: when it was read); null where none is known. */
  readonly askedAt: Float64Array | null;
}

function sorted({ times, usd, movedAt, askedAt }: PriceColumns): PriceColumns {
  const order = placesInOrder(times);
  const last = order.filter((row, i) => times[row] !== times[order[i + 1] ?? -1]);
  const pick = (column: Float64Array): Float64Array => Float64Array.from(last, (row) => column[row] as number);
  return { times: pick(times), usd: pick(usd), movedAt: pick(movedAt), askedAt: askedAt && pick(askedAt) };
}

/** Earlier and later recordings as one: where both have an instant the later one counts. */
export function joined(earlier: PriceColumns, later: PriceColumns): PriceColumns {
  if (earlier.times.length === 0) return later;
  const whole: PriceColumns = {
    times: concatenated(earlier.times, later.times),
    usd: concatenated(earlier.usd, later.usd),
    movedAt: concatenated(earlier.movedAt, later.movedAt),
    askedAt:
      earlier.askedAt === null && later.askedAt === null
        ? null
        : concatenated(earlier.askedAt ?? earlier.times, later.askedAt ?? later.times),
  };
  const apart = (earlier.times.at(-1) as number) < (later.times[0] ?? Infinity);
  return apart ? whole : sorted(whole);
}

function concatenated(a: Float64Array, b: Float64Array): Float64Array {
  const whole = new Float64Array(a.length + b.length);
  whole.set(a);
  whole.set(b, a.length);
  return whole;
}

/** When each price last moved, as far as the prices themselves tell: where the first one of its run was read. */
export function movesOf(times: Float64Array, usd: Float64Array): Float64Array {
  const moved = new Float64Array(times.length);
  for (let i = 0; i < times.length; i++)
    moved[i] = (i > 0 && usd[i] === usd[i - 1] ? moved[i - 1] : times[i]) as number;
  return moved;
}
