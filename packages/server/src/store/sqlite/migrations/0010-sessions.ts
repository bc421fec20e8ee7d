/** Sessions are listed, and say how they were opened; tokens may end. */
export const sessions = `
ALTER TABLE sessions ADD COLUMN id TEXT; -- by which it is listed; null = opened by an earlier version
ALTER TABLE sessions ADD COLUMN via TEXT; -- how its operator signed in
ALTER TABLE sessions ADD COLUMN browser TEXT; -- as it called itself
ALTER TABLE operators ADD COLUMN token_ends INTEGER; -- null = it does not
ALTER TABLE mcp_clients ADD COLUMN token_ends INTEGER; -- null = it does not
`;
