/**
 * The first schema. Times are INTEGER milliseconds since the epoch, amounts TEXT in plain decimal
 * notation, JSON is TEXT. `run` is the number of a run and NULL for what was written outside one
 * (`contender resolve` without a bot). Ids that other programs give (runs, intents, trades) stay
 * texts; everything else is numbered in the order in which it was written, which is what `--follow`
 * goes by.
 */
export const SCHEMA_0001 = `
CREATE TABLE journal (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  id TEXT NOT NULL,                            -- four characters: the journal's half of every marker
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE runs (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  started_at INTEGER NOT NULL,
  version TEXT NOT NULL,
  seed TEXT NOT NULL,
  config TEXT NOT NULL,
  ended_at INTEGER,                            -- NULL: it runs, or it was killed
  exit_code INTEGER,
  ending TEXT
) STRICT;

CREATE TABLE run_strategies (
  run INTEGER NOT NULL REFERENCES runs,
  position INTEGER NOT NULL,                   -- in config
  name TEXT NOT NULL,
  version TEXT NOT NULL,
  file TEXT NOT NULL,
  params TEXT NOT NULL,
  allocation REAL NOT NULL,
  PRIMARY KEY (run, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE ticks (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL REFERENCES runs,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX ticks_run ON ticks (run);

CREATE TABLE bars (
  token TEXT NOT NULL,
  interval INTEGER NOT NULL,
  time INTEGER NOT NULL,
  revision INTEGER NOT NULL,                   -- 0, or more where a later run saw the same bar otherwise
  open REAL NOT NULL,
  high REAL NOT NULL,
  low REAL NOT NULL,
  close REAL NOT NULL,
  PRIMARY KEY (token, interval, time, revision)
) STRICT, WITHOUT ROWID;

CREATE TABLE bar_spans (                       -- which bars a tick brought: every one from first to last
  id INTEGER PRIMARY KEY,
  tick INTEGER NOT NULL REFERENCES ticks,
  token TEXT NOT NULL,
  interval INTEGER NOT NULL,
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  revision INTEGER NOT NULL
) STRICT;
CREATE INDEX bar_spans_tick ON bar_spans (tick);

CREATE TABLE strategy_ticks (
  id INTEGER PRIMARY KEY,
  tick INTEGER NOT NULL REFERENCES ticks,
  strategy TEXT NOT NULL,
  due TEXT NOT NULL,
  status TEXT NOT NULL,
  whole INTEGER NOT NULL,                      -- 1: view is a whole view; 0: what differs from the strategy's one before
  view TEXT,
  hold INTEGER REFERENCES decisions DEFERRABLE INITIALLY DEFERRED, -- the decision that it repeated
  state TEXT,                                  -- after it; NULL where it did not change
  error TEXT
) STRICT;
CREATE INDEX strategy_ticks_tick ON strategy_ticks (tick);
CREATE INDEX strategy_ticks_whole ON strategy_ticks (strategy) WHERE whole = 1;

CREATE TABLE decisions (
  seq INTEGER PRIMARY KEY,
  run INTEGER REFERENCES runs,
  strategy_tick INTEGER REFERENCES strategy_ticks, -- NULL: made outside a tick
  strategy TEXT NOT NULL,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  count INTEGER NOT NULL DEFAULT 1,            -- equal consecutive holds are one row
  last_seq INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  decision TEXT NOT NULL
) STRICT;
CREATE INDEX decisions_run ON decisions (run, strategy);
CREATE INDEX decisions_tick ON decisions (strategy_tick);

CREATE TABLE intents (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  marker TEXT NOT NULL UNIQUE,
  parent TEXT,
  run INTEGER REFERENCES runs,
  competition TEXT NOT NULL,
  strategy TEXT NOT NULL,
  decision INTEGER NOT NULL REFERENCES decisions (seq) DEFERRABLE INITIALLY DEFERRED,
  from_token TEXT NOT NULL,
  to_token TEXT NOT NULL,
  amount TEXT NOT NULL,
  reason TEXT NOT NULL,
  limit_price REAL,
  valid_until INTEGER,
  urgent INTEGER NOT NULL,
  prepared_at INTEGER NOT NULL,
  state TEXT NOT NULL,
  state_at INTEGER NOT NULL
) STRICT;
CREATE INDEX intents_open ON intents (state) WHERE state IN ('PREPARED', 'SENT', 'UNKNOWN', 'CONFLICT');
CREATE INDEX intents_competition ON intents (competition);
CREATE INDEX intents_decision ON intents (decision);

CREATE TABLE transitions (
  id INTEGER PRIMARY KEY,
  run INTEGER REFERENCES runs,
  intent TEXT NOT NULL REFERENCES intents (id),
  at INTEGER NOT NULL,
  from_state TEXT NOT NULL,
  to_state TEXT NOT NULL,
  detail TEXT NOT NULL
) STRICT;
CREATE INDEX transitions_intent ON transitions (intent);

CREATE TABLE quotes (
  transition INTEGER PRIMARY KEY REFERENCES transitions,
  at INTEGER NOT NULL,
  from_token TEXT NOT NULL,
  to_token TEXT NOT NULL,
  from_amount TEXT NOT NULL,
  to_amount TEXT NOT NULL,
  exchange_rate REAL NOT NULL,
  slippage REAL NOT NULL,
  from_price REAL,
  to_price REAL
) STRICT;

CREATE TABLE trades (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,                     -- the service's
  intent TEXT REFERENCES intents (id),         -- NULL: other hands traded
  run INTEGER REFERENCES runs,
  seen_at INTEGER NOT NULL,
  team TEXT NOT NULL,
  competition TEXT NOT NULL,
  from_token TEXT NOT NULL,
  to_token TEXT NOT NULL,
  from_amount TEXT NOT NULL,
  to_amount TEXT NOT NULL,
  price REAL NOT NULL,
  success INTEGER NOT NULL,
  error TEXT,
  reason TEXT,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX trades_intent ON trades (intent);
CREATE INDEX trades_competition ON trades (competition, at);

CREATE TABLE verdicts (
  id INTEGER PRIMARY KEY,
  run INTEGER REFERENCES runs,
  at INTEGER NOT NULL,
  decision INTEGER NOT NULL REFERENCES decisions (seq) DEFERRABLE INITIALLY DEFERRED,
  intent TEXT,                                 -- one that was refused before it was made is in no table
  control TEXT NOT NULL,
  verdict TEXT NOT NULL,
  code TEXT NOT NULL,
  reason TEXT NOT NULL
) STRICT;
CREATE INDEX verdicts_decision ON verdicts (decision);

CREATE TABLE outcomes (
  id INTEGER PRIMARY KEY,
  strategy TEXT NOT NULL,
  decision INTEGER NOT NULL,
  at INTEGER NOT NULL,
  outcome TEXT NOT NULL,                       -- canonical JSON: a view that shows it has the same text
  strategy_tick INTEGER REFERENCES strategy_ticks -- which showed it to the strategy; NULL: none yet
) STRICT;
CREATE INDEX outcomes_waiting ON outcomes (strategy) WHERE strategy_tick IS NULL;
CREATE INDEX outcomes_decision ON outcomes (decision);

CREATE TABLE states (
  strategy TEXT PRIMARY KEY,
  state TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE book_entries (
  id INTEGER PRIMARY KEY,
  run INTEGER REFERENCES runs,
  transition INTEGER REFERENCES transitions,   -- NULL: no trade caused it
  at INTEGER NOT NULL,
  competition TEXT NOT NULL,
  book TEXT NOT NULL,
  token TEXT NOT NULL,
  change TEXT NOT NULL,
  cost_usd REAL,
  cause TEXT NOT NULL,
  reason TEXT NOT NULL
) STRICT;
CREATE INDEX book_entries_transition ON book_entries (transition) WHERE transition IS NOT NULL;

CREATE TABLE books (                           -- the sum of all entries
  competition TEXT NOT NULL,
  book TEXT NOT NULL,
  token TEXT NOT NULL,
  amount TEXT NOT NULL,
  average_cost REAL,
  PRIMARY KEY (competition, book, token)
) STRICT, WITHOUT ROWID;

CREATE TABLE equity (
  id INTEGER PRIMARY KEY,
  run INTEGER REFERENCES runs,
  at INTEGER NOT NULL,
  competition TEXT NOT NULL,
  total REAL NOT NULL,
  books TEXT NOT NULL
) STRICT;
CREATE INDEX equity_competition ON equity (competition);

CREATE TABLE notes (
  id INTEGER PRIMARY KEY,
  run INTEGER REFERENCES runs,
  at INTEGER NOT NULL,
  level TEXT NOT NULL,
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  data TEXT
) STRICT;
`;
