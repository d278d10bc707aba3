/** The volume of bars that were recorded with one. */
export const SCHEMA_0003 = `
ALTER TABLE bars ADD COLUMN volume REAL;                          -- NULL: not known, as of every bar built from samples
`;
