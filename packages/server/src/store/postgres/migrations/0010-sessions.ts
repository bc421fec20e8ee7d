/** As `0010-sessions` of the embedded store. */
export const sessions = `
ALTER TABLE sessions ADD COLUMN id TEXT; -- by which it is listed; null = opened by an earlier version
ALTER TABLE sessions ADD COLUMN via TEXT; -- how its operator signed in
ALTER TABLE sessions ADD COLUMN browser TEXT; -- as it called itself
ALTER TABLE operators ADD COLUMN token_ends BIGINT; -- null = it does not
ALTER TABLE mcp_clients ADD COLUMN token_ends BIGINT; -- null = it does not
`;
