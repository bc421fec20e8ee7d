/** As `0003-questions-over-http` of the embedded store. */
export const questionsOverHttp = `
ALTER TABLE mcp_clients ADD COLUMN secret TEXT; -- sealed; signs its callbacks; null = it asks over MCP
ALTER TABLE mcp_questions ADD COLUMN request TEXT; -- JSON, as posted over HTTP; null = asked over MCP
ALTER TABLE mcp_questions ADD COLUMN result TEXT; -- JSON, what the program has reported last
`;
