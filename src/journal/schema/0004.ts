/** When each strategy of a run was due. */
export const SCHEMA_0004 = `
ALTER TABLE run_strategies ADD COLUMN schedule TEXT;              -- NULL: not known, as of every run before
`;
