/**
 * One order over everything that is written: each row that is an event gets a number. What an earlier version wrote is
 * numbered by its time, and at one time in the order in which a bot writes: the same file always gets the same numbers.
 */
export const SCHEMA_0009 = `
CREATE TABLE events (
  seq INTEGER PRIMARY KEY,                     -- counts up over all runs
  run INTEGER REFERENCES runs,
  at INTEGER NOT NULL,
  type TEXT NOT NULL,
  row INTEGER NOT NULL,                        -- number of what is reported, in the table of its type
  count INTEGER                                -- of a repeated hold: how often it was decided by then
) STRICT;

CREATE TABLE modes (                           -- what the bot does, from a moment on
  id INTEGER PRIMARY KEY,
  run INTEGER REFERENCES runs,
  at INTEGER NOT NULL,
  mode TEXT NOT NULL,
  held TEXT                                    -- why trades wait; NULL: nothing holds them back
) STRICT;

ALTER TABLE verdicts ADD COLUMN strategy_tick INTEGER REFERENCES strategy_ticks; -- NULL: given outside a tick
UPDATE verdicts SET strategy_tick = (
  SELECT d.strategy_tick FROM decisions d WHERE d.seq = verdicts.decision AND d.at = verdicts.at);
CREATE INDEX verdicts_tick ON verdicts (strategy_tick) WHERE strategy_tick IS NOT NULL;

INSERT INTO events (run, at, type, row, count)
SELECT run, at, type, row, count FROM (
  SELECT 0 AS place, number AS run, started_at AS at, 'run-started' AS type, number AS row, NULL AS count FROM runs
  UNION ALL SELECT 1, t.run, t.at, 'tick-decided', s.id, NULL
    FROM strategy_ticks s JOIN ticks t ON t.id = s.tick WHERE s.hold IS NULL
  UNION ALL SELECT 1, t.run, t.at, 'hold-repeated', s.id, 1 + row_number() OVER (PARTITION BY s.hold ORDER BY s.id)
    FROM strategy_ticks s JOIN ticks t ON t.id = s.tick WHERE s.hold IS NOT NULL
  UNION ALL SELECT 2, run, at, 'decision-made', seq, NULL FROM decisions WHERE strategy_tick IS NULL
  UNION ALL SELECT 3, run, at, 'verdict-given', id, NULL FROM verdicts WHERE strategy_tick IS NULL
  UNION ALL SELECT 4, run, prepared_at, 'intent-prepared', number, NULL FROM intents
  UNION ALL SELECT 5, run, at, 'intent-moved', id, NULL FROM transitions
  UNION ALL SELECT 6, run, seen_at, CASE WHEN intent IS NULL THEN 'foreign-trade' ELSE 'trade' END, number, NULL
    FROM trades
  UNION ALL SELECT 7, run, at, 'book-changed', id, NULL FROM book_entries
  UNION ALL SELECT 8, d.run, o.at, 'outcome', o.id, NULL
    FROM outcomes o LEFT JOIN decisions d ON d.seq = o.decision
  UNION ALL SELECT 9, run, at, 'equity', id, NULL FROM equity
  UNION ALL SELECT 10, run, at,
    CASE WHEN kind = 'standing' THEN 'standing'
      WHEN kind IN ('rules-read', 'rules-changed') THEN 'rules-changed'
      WHEN kind IN ('strategy-parked', 'strategy-disabled') THEN 'strategy-disabled'
      WHEN level = 'info' THEN 'note' ELSE 'warning' END, id, NULL FROM notes
  UNION ALL SELECT 11, number, ended_at, 'run-ended', number, NULL FROM runs WHERE ended_at IS NOT NULL
) ORDER BY at, place, row;
`;
