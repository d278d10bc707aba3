import { placesInOrder } from "../core/sorted.js";

/** Readings of one token as they were recorded, and as they come to be used: in the order of time, one an instant. */
export class LogColumns {
  #times = new Float64Array(256);
  #usd = new Float64Array(256);
  #movedAt = new Float64Array(256);
  #askedAt = new Float64Array(256);
  /** Whether any of them has its instant. */
  #asked = false;
  #length = 0;
  #rising = true;

  /** @param askedAt NaN where it is not known */
  push(at: number, usd: number, movedAt: number, askedAt: number): void {
    if (this.#length === this.#times.length) this.#grow();
    const i = this.#length++;
    if (i > 0 && at <= (this.#times[i - 1] as number)) this.#rising = false;
    this.#times[i] = at;
    this.#usd[i] = usd;
    this.#movedAt[i] = movedAt;
    if (!Number.isNaN(askedAt)) this.#asked = true;
    this.#askedAt[i] = Number.isNaN(askedAt) ? at : askedAt;
  }

  /** Recordings may overlap (a simulated clock that began anew): of one instant the reading that came last counts. */
  columns(): PriceColumns {
    const cut = (column: Float64Array): Float64Array => column.subarray(0, this.#length);
    const columns = {
      ...{ times: cut(this.#times), usd: cut(this.#usd), movedAt: cut(this.#movedAt) },
      askedAt: this.#asked ? cut(this.#askedAt) : null,
    };
    return this.#rising ? columns : sorted(columns);
  }

  #grow(): void {
    const grown = (column: Float64Array): Float64Array<ArrayBuffer> => {
      const twice = new Float64Array(2 * column.length);
      twice.set(column);
      return twice;
    };
    [this.#times, this.#usd] = [grown(this.#times), grown(this.#usd)];
    [this.#movedAt, this.#askedAt] = [grown(this.#movedAt), grown(this.#askedAt)];
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
