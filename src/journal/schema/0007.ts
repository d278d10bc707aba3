/** Swaps that a person asked for: so that one that is asked for twice is made once. */
export const SCHEMA_0007 = `
CREATE TABLE manual_swaps (
  decision INTEGER PRIMARY KEY REFERENCES decisions (seq) DEFERRABLE INITIALLY DEFERRED,
  name TEXT,                                   -- by --id; NULL: it has none
  asked_at INTEGER NOT NULL,                   -- by the machine's clock, as is the next
  changed_at INTEGER NOT NULL                  -- when something was last heard of its trades
) STRICT;
CREATE INDEX manual_swaps_name ON manual_swaps (name) WHERE name IS NOT NULL;
`;
