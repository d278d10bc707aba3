import type { Database } from "../database.js";
import { JournalMissingError, JournalNewerError, JournalOlderError } from "../errors.js";
import { notOurs } from "../translate.js";
import { SCHEMA_0001 } from "./0001.js";
import { SCHEMA_0002 } from "./0002.js";
import { SCHEMA_0003 } from "./0003.js";
import { SCHEMA_0004 } from "./0004.js";
import { SCHEMA_0005 } from "./0005.js";
import { SCHEMA_0006 } from "./0006.js";
import { SCHEMA_0007 } from "./0007.js";
import { SCHEMA_0008 } from "./0008.js";
import { SCHEMA_0009 } from "./0009.js";

/** What brings a journal of version i to version i + 1. Published ones are never changed: add another. */
export const MIGRATIONS: readonly string[] = [
  SCHEMA_0001,
  SCHEMA_0002,
  SCHEMA_0003,
  SCHEMA_0004,
  SCHEMA_0005,
  SCHEMA_0006,
  SCHEMA_0007,
  SCHEMA_0008,
  SCHEMA_0009,
];

/** "CNTD": by this number in its header a database is known to be ours. */
const APPLICATION_ID = 0x434e5444;

/** The version of the journal in an open database; 0 for an empty file. Changes nothing. Throws where the file is not ours. */
function versionOf(db: Database): number {
  const version = db.number("SELECT user_version AS value FROM pragma_user_version");
  const application = db.number("SELECT application_id AS value FROM pragma_application_id");
  if (application === APPLICATION_ID) return version;
  const tables = db.number("SELECT count(*) AS value FROM sqlite_schema");
  if (application === 0 && tables === 0) return 0;
  throw notOurs(db.path, "it is another program's database");
}

function refuseNewer(db: Database, version: number, known: number): void {
  if (version <= known) return;
  throw new JournalNewerError(
    `${db.path} was written by a later version of Contender (journal version ${version}, this one knows ${known})`,
    { remedy: "Install that version again (npm install contender@latest), or name another data folder." },
  );
}

/** Whether a reader of this version can read it: neither newer nor older. Changes nothing. */
export function checkReadable(db: Database, migrations = MIGRATIONS): void {
  const version = versionOf(db);
  refuseNewer(db, version, migrations.length);
  if (version === migrations.length) return;
  if (version === 0)
    throw new JournalMissingError(`${db.path} is empty`, {
      remedy:
        "A start that was cut short leaves it so, and the next one goes on. If there was a journal, put its copy back.",
    });
  throw new JournalOlderError(
    `${db.path} was written by an earlier version of Contender (journal version ${version} of ${migrations.length})`,
    {
      remedy:
        "Start the bot once: it brings its journal up to date. `contender start --dry-run --once` does, and trades nothing. A backtest's is not brought up to date: run it again.",
    },
  );
}

/**
 * Makes an empty file a journal and brings an older one up to date, each step one transaction: a
 * crash leaves the version before it. Nothing is changed in a file that is not ours or is newer.
 */
export function migrate(db: Database, migrations = MIGRATIONS): void {
  const version = versionOf(db);
  refuseNewer(db, version, migrations.length);
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
  migrations.slice(version).forEach((sql, i) =>
    db.transaction(() => {
      db.exec(sql);
      db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${version + i + 1}`);
    }),
  );
}
