/** What a backtest ran on. */
export const SCHEMA_0005 = `
ALTER TABLE runs ADD COLUMN backtest TEXT;                        -- NULL: it is none
`;
