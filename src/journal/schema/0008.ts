/** The team whose trades the journal holds. */
export const SCHEMA_0008 = `
ALTER TABLE journal ADD COLUMN team TEXT;                         -- NULL: no run that trades has begun since
ALTER TABLE journal ADD COLUMN team_name TEXT;
`;
