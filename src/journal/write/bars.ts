import type { Bar } from "../../model/bar.js";
import type { TickRecord } from "../../model/journal.js";
import type { Database, Statement } from "../database.js";
import type { Row } from "../row.js";

type Series = TickRecord["bars"][number];

/** Bars that follow each other without a gap, all of one revision. */
interface Span {
  readonly first: number;
  last: number;
  readonly revision: number;
}

/**
 * Writes bars: each once, however many runs warm up from it. A bar that a run saw otherwise than the
 * runs before (its samples differ) is a further revision of it; spans say which tick saw which, so
 * that a replay has exactly the bars of its run.
 */
export class BarWriter {
  readonly #latest: Statement;
  readonly #bar: Statement;
  readonly #span: Statement;

  constructor(db: Database) {
    this.#latest = db.statement(
      "SELECT revision, open, high, low, close, volume FROM bars " +
        "WHERE token = :token AND interval = :interval AND time = :time ORDER BY revision DESC LIMIT 1",
    );
    this.#bar = db.insert("bars", ["token", "interval", "time", "revision", "open", "high", "low", "close", "volume"]);
    this.#span = db.insert("bar_spans", ["tick", "token", "interval", "first", "last", "revision"]);
  }

  write(tick: number, { token, interval, bars }: Series): void {
    const spans: Span[] = [];
    for (const bar of bars) {
      const revision = this.#revisionOf(token, interval, bar);
      const span = spans.at(-1);
      if (span !== undefined && span.revision === revision && bar.time === span.last + interval) span.last = bar.time;
      else spans.push({ first: bar.time, last: bar.time, revision });
    }
    for (const span of spans) this.#span.run({ tick, token, interval, ...span });
  }

  #revisionOf(token: string, interval: number, bar: Bar): number {
    const { time, open, high, low, close, volume = null } = bar;
    const known = this.#latest.get({ token, interval, time });
    if (known !== undefined && sameBar(bar, known)) return known.number("revision");
    const revision = known === undefined ? 0 : known.number("revision") + 1;
    this.#bar.run({ token, interval, time, revision, open, high, low, close, volume });
    return revision;
  }
}

function sameBar(bar: Bar, row: Row): boolean {
  const { volume = null } = bar;
  return (
    (["open", "high", "low", "close"] as const).every((column) => bar[column] === row.number(column)) &&
    volume === row.numberOrNull("volume")
  );
}
