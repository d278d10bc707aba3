import type { Params } from "../bind.js";
import type { Database } from "../database.js";
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
  /** Only rows written after the one of this number (`number` of each answer): for following. */
  readonly after?: number;
}

/** Where a kind of row has what filters speak of. */
export interface Source {
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
  const conditions: string[] = [];
  const params: Record<string, string | number> = {};
  const restrict = (condition: string, name: string, value: string | number | undefined): void => {
    if (value === undefined) return;
    conditions.push(condition);
    params[name] = value;
  };
  restrict(`${source.run} = (SELECT number FROM runs WHERE id = :run)`, "run", run);
  if (source.strategy !== null) restrict(`${source.strategy} = :strategy`, "strategy", strategy);
  restrict(`${source.to} >= :from`, "from", from);
  restrict(`${source.from} < :to`, "to", to);
  restrict(`${source.number} > :after`, "after", after);
  const where = conditions.length === 0 ? "" : ` WHERE ${conditions.join(" AND ")}`;
  return limited(db, `${source.select}${where} ORDER BY ${source.number}`, params, limit, after === undefined);
}

function limited(db: Database, sql: string, params: Params, limit: number | undefined, last: boolean): Row[] {
  if (limit === undefined) return db.statement(sql).all(params);
  const rows = db.statement(`${sql}${last ? " DESC" : ""} LIMIT :limit`).all({ ...params, limit });
  return last ? rows.reverse() : rows;
}
