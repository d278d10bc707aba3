import type { JsonObject, JsonValue } from "../../core/json.js";
import type { Bar } from "../../model/bar.js";
import type { Decision } from "../../model/decision.js";
import type { StrategyTick, TickRecord } from "../../model/journal.js";
import type { Database } from "../database.js";
import type { Row } from "../row.js";
import { restoreView } from "../view-delta.js";
import { STATUSES } from "./strategy-ticks.js";
import { storedViewOf } from "./view-at.js";

/** What one strategy saw and decided at an instant, as it was recorded. */
export interface RecordedDecision {
  readonly strategy: string;
  readonly status: StrategyTick["status"];
  readonly view: JsonObject | null;
  /** A hold that was merged into the one before it is here again. */
  readonly decisions: readonly { readonly seq: number; readonly decision: Decision }[];
  /** The state after it; absent where it did not change. */
  readonly state?: JsonValue;
  readonly error: string | null;
}

export interface RecordedTick {
  readonly at: number;
  readonly bars: TickRecord["bars"];
  readonly strategies: readonly RecordedDecision[];
}

/** As they were written, or by their instants: a tick whose strategy reads for long is written after later ones. */
export type TickOrder = "written" | "instant";

const TICKS = "SELECT id, at FROM ticks WHERE run = (SELECT number FROM runs WHERE id = :run) ORDER BY";
const ORDERS = { written: "id", instant: "at, id" } as const satisfies Record<TickOrder, string>;
const COUNT = "SELECT count(*) AS value FROM ticks WHERE run = (SELECT number FROM runs WHERE id = :run)";
const STRATEGY_TICKS = "SELECT * FROM strategy_ticks WHERE tick = :tick ORDER BY id";
const DECISIONS = "SELECT seq, decision FROM decisions WHERE strategy_tick = :tick OR seq = :hold ORDER BY seq";
const SPANS = "SELECT token, interval, first, last, revision FROM bar_spans WHERE tick = :tick ORDER BY id";
const BARS = `
  SELECT time, open, high, low, close, volume FROM bars
  WHERE token = :token AND interval = :interval AND revision = :revision AND time BETWEEN :first AND :last ORDER BY time`;

/**
 * The ticks of a run, one after the other, each as it was given to the journal. Those of one strategy follow each other
 * alike in either order, so that each view comes after the one from which it was stored as a difference.
 */
export function* ticks(db: Database, run: string, order: TickOrder): Iterable<RecordedTick> {
  const views = new Map<string, JsonObject>();
  for (const row of db.each(`${TICKS} ${ORDERS[order]}`, { run })) {
    const tick = row.number("id");
    const strategies = db.statement(STRATEGY_TICKS).all({ tick });
    yield {
      at: row.number("at"),
      bars: barsOf(db, tick),
      strategies: strategies.map((strategy) => recordedOf(db, strategy, views)),
    };
  }
}

/** How many ticks a run has. */
export function tickCount(db: Database, run: string): number {
  return db.statement(COUNT).get({ run })?.number("value") ?? 0;
}

function recordedOf(db: Database, row: Row, views: Map<string, JsonObject>): RecordedDecision {
  const strategy = row.text("strategy");
  return {
    strategy,
    status: row.one("status", STATUSES),
    view: viewOf(row, strategy, views),
    decisions: db
      .statement(DECISIONS)
      .all({ tick: row.number("id"), hold: row.numberOrNull("hold") })
      .map((one) => ({ seq: one.number("seq"), decision: one.json("decision") as Decision })),
    ...(row.isNull("state") ? {} : { state: row.json("state") as JsonValue }),
    error: row.textOrNull("error"),
  };
}

function viewOf(row: Row, strategy: string, views: Map<string, JsonObject>): JsonObject | null {
  const stored = storedViewOf(row);
  if (stored === null) return null;
  const view = restoreView(views.get(strategy) ?? null, stored);
  views.set(strategy, view);
  return view;
}

/** Spans of one token and interval that follow each other are one list again. */
function barsOf(db: Database, tick: number): TickRecord["bars"] {
  const series: { readonly token: string; readonly interval: number; readonly bars: Bar[] }[] = [];
  for (const span of db.statement(SPANS).all({ tick })) {
    const [token, interval] = [span.text("token"), span.number("interval")];
    const [first, last, revision] = [span.number("first"), span.number("last"), span.number("revision")];
    const bars = db.statement(BARS).all({ token, interval, first, last, revision }).map(barOf);
    const before = series.at(-1);
    if (before?.token === token && before.interval === interval) before.bars.push(...bars);
    else series.push({ token, interval, bars });
  }
  return series;
}

function barOf(row: Row): Bar {
  return {
    time: row.number("time"),
    open: row.number("open"),
    high: row.number("high"),
    low: row.number("low"),
    close: row.number("close"),
    ...(row.isNull("volume") ? {} : { volume: row.number("volume") }),
  };
}
