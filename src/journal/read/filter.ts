import type { Params } from "../bind.js";
import type { Database } from "../database.js";
import { JournalCorruptError } from "../errors.js";
import type { Row } from "../row.js";

/** Which rows are wanted; what is left out does not restrict. */
export interface Filter {
  /** Id of a run. */
  readonly run?: string;
  readonly strategy?: string;
  /** Epoch milliseconds, inclusive. */
  readonly from?: number;
  /** Epoch milliseconds, exclusive. */
  readonly to?: number;
  /** The last so many; with `after` the first so many. */
  readonly limit?: number;
  /** With `limit` and without `after`: as if so many of the last were not there. */
  readonly skip?: number;
  /** Only rows written after the one of this number (`number` of each answer): for following. */
  readonly after?: number;
}

/** Where a kind of row has what filters speak of. */
interface Source {
  /** SELECT … FROM …, without conditions. */
  readonly select: string;
  /** Column that counts up as rows are written. */
  readonly number: string;
  readonly run: string;
  /** When it began and ended: both the same for what has no duration. */
  readonly from: string;
  readonly to: string;
  /** Column of the strategy; null for rows that are of none: a filter by strategy does not restrict them. */
  readonly strategy: string | null;
}

/** The rows of a source that pass a filter, oldest first. */
export function filtered(db: Database, source: Source, filter: Filter): Row[] {
  const { run, strategy, from, to, limit, after } = filter;
  // What is read in order of its number, and not to its end, needs no index of the run: all of the run's rows would be
  // sorted for it. The sign keeps the planner from that.
  const runColumn = after === undefined && limit === undefined ? source.run : `+${source.run}`;
  const conditions: string[] = [];
  const params: Record<string, string | number> = {};
  const restrict = (condition: string, name: string, value: string | number | undefined): void => {
    if (value === undefined) return;
    conditions.push(condition);
    params[name] = value;
  };
  restrict(`${runColumn} = (SELECT number FROM runs WHERE id = :run)`, "run", run);
  if (source.strategy !== null) restrict(`${source.strategy} = :strategy`, "strategy", strategy);
  restrict(`${source.to} >= :from`, "from", from);
  restrict(`${source.from} < :to`, "to", to);
  restrict(`${source.number} > :after`, "after", after);
  const where = conditions.length === 0 ? "" : ` WHERE ${conditions.join(" AND ")}`;
  return limited(db, `${source.select}${where} ORDER BY ${source.number}`, params, filter);
}

/** The row of a source by its number. Throws JournalCorruptError where there is none. */
export function byNumber(
  db: Database,
  { select, number: column }: Pick<Source, "select" | "number">,
  number: number,
): Row {
  const row = db.statement(`${select} WHERE ${column} = :number`).get({ number });
  if (row !== undefined) return row;
  throw new JournalCorruptError(`The journal is damaged; ${db.path}: there is no row ${column} ${number}`, {
    remedy: "Something else wrote into it: move its folder away and start with a new one.",
  });
}

function limited(db: Database, sql: string, params: Params, { limit, skip = 0, after }: Filter): Row[] {
  if (limit === undefined) return db.statement(sql).all(params);
  if (after !== undefined) return db.statement(`${sql} LIMIT :limit`).all({ ...params, limit });
  const rows = db.statement(`${sql} DESC LIMIT :limit OFFSET :skip`).all({ ...params, limit, skip });
  return rows.reverse();
}
