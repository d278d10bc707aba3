/** The bars that each strategy of a run looked at. */
export const SCHEMA_0006 = `
ALTER TABLE run_strategies ADD COLUMN bars TEXT;                  -- NULL: not known, as of every run before
`;
