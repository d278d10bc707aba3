/** Runs whose venue ended with them, and the highest equity that two sources agreed on. */
export const SCHEMA_0002 = `
ALTER TABLE runs ADD COLUMN rehearsal INTEGER NOT NULL DEFAULT 0; -- 1: no other run takes up what it left
ALTER TABLE equity ADD COLUMN peak REAL;                          -- NULL: nothing was believed yet
`;
