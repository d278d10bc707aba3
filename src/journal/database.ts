import { DatabaseSync, type StatementSyncInstance } from "@photostructure/sqlite";
import { Secrets } from "../core/secrets.js";
import { bindWith, placed, type Params } from "./bind.js";
import { Row } from "./row.js";
import { journalError } from "./translate.js";

/** How long a statement waits for another connection's lock (a reader that recovers the log, say), milliseconds. */
const PATIENCE = 5_000;

/** A prepared statement; it is compiled once and used again. */
export interface Statement {
  /** Runs it and gives the id of the row it inserted. */
  run(params: Params): number;
  get(params?: Params): Row | undefined;
  all(params: Params): Row[];
}

interface DatabaseOptions {
  readonly readOnly?: boolean;
  /** What errors call the file. Default: its path. */
  readonly named?: string;
  /** Taken out of every text that is written. */
  readonly secrets?: Secrets;
}

/** A connection to an SQLite file: prepared statements, transactions, and errors of our own. */
export class Database {
  readonly path: string;
  readonly #db: InstanceType<typeof DatabaseSync>;
  readonly #bind: ReturnType<typeof bindWith>;
  readonly #prepared = new Map<string, Statement>();

  /** Opens the file (creates it unless `readOnly`). Throws JournalError. */
  constructor(path: string, { readOnly = false, named = path, secrets = new Secrets() }: DatabaseOptions = {}) {
    this.path = named;
    this.#bind = bindWith(secrets);
    this.#db = this.#attempt(
      () => new DatabaseSync(path, { readOnly, timeout: PATIENCE, enableForeignKeyConstraints: true }),
    );
  }

  get isOpen(): boolean {
    return this.#db.isOpen;
  }

  /** Runs SQL that has no parameters and no answer. */
  exec(sql: string): void {
    this.#attempt(() => this.#db.exec(sql));
  }

  /** The number that a pragma or a query of one number answers. */
  number(sql: string): number {
    return this.statement(sql).get()?.number("value") ?? 0;
  }

  /** The prepared statement of a text; the same text gives the same statement. */
  statement(sql: string): Statement {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    const { sql: text, names } = placed(sql);
    const statement = this.#wrap(
      this.#attempt(() => this.#db.prepare(text)),
      names,
    );
    this.#prepared.set(sql, statement);
    return statement;
  }

  /** Rows as they are read, for answers too long to hold. Each call has a statement of its own, so that several can be read in step. */
  *each(sql: string, params: Params): Iterable<Row> {
    const { sql: text, names } = placed(sql);
    const rows = this.#attempt(
      () => this.#db.prepare(text).iterate(...this.#bind(names, params)) as Iterator<Record<string, unknown>>,
    );
    try {
      for (let next = this.#attempt(() => rows.next()); next.done !== true; next = this.#attempt(() => rows.next()))
        yield new Row(next.value, this.path);
    } finally {
      rows.return?.();
    }
  }

  /** A statement that inserts a row with these columns. */
  insert(table: string, columns: readonly string[]): Statement {
    return this.statement(
      `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map((name) => `:${name}`).join(", ")})`,
    );
  }

  /** Runs `work` as one transaction: all of it is durable when this returns, or nothing of it is there. */
  transaction<T>(work: () => T): T {
    return this.#between("BEGIN IMMEDIATE", work);
  }

  /** The same for work that gives way to others now and then. Until it is done nothing else may use this connection. */
  async longTransaction(work: () => Promise<void>): Promise<void> {
    this.exec("BEGIN IMMEDIATE");
    try {
      await work();
      this.exec("COMMIT");
    } catch (error) {
      if (this.#db.isTransaction) this.exec("ROLLBACK");
      throw error;
    }
  }

  /** Runs `work` on one unchanging state of the database, whatever is written meanwhile. */
  snapshot<T>(work: () => T): T {
    return this.#between("BEGIN", work);
  }

  close(): void {
    if (this.#db.isOpen) this.#attempt(() => this.#db.close());
  }

  #between<T>(begin: string, work: () => T): T {
    return this.#attempt(() => {
      this.#db.exec(begin);
      try {
        const result = work();
        this.#db.exec("COMMIT");
        return result;
      } catch (error) {
        // A full disk rolls back by itself.
        if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
        throw error;
      }
    });
  }

  #wrap(statement: StatementSyncInstance, names: readonly string[]): Statement {
    const bind = this.#bind;
    return {
      run: (params) => this.#attempt(() => Number(statement.run(...bind(names, params)).lastInsertRowid)),
      get: (params = {}) => {
        const cells = this.#attempt(() => statement.get(...bind(names, params)) as Record<string, unknown> | undefined);
        return cells && new Row(cells, this.path);
      },
      all: (params) => {
        const rows = this.#attempt(() => statement.all(...bind(names, params)) as Record<string, unknown>[]);
        return rows.map((cells) => new Row(cells, this.path));
      },
    };
  }

  #attempt<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw journalError(error, this.path);
    }
  }
}
