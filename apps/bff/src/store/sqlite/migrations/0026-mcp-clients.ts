/** Clients of the MCP endpoint, what they have asked, and what operators said to them. */
export const mcpClients = `
CREATE TABLE mcp_clients(
  id TEXT PRIMARY KEY,
  token TEXT NOT NULL UNIQUE,
  created_by TEXT NOT NULL,
  created INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE mcp_questions(
  id TEXT PRIMARY KEY,
  client TEXT NOT NULL,
  key TEXT,
  body TEXT NOT NULL,
  thread TEXT NOT NULL,
  prompt TEXT NOT NULL,
  kind TEXT NOT NULL,
  wrapped INTEGER NOT NULL,
  state TEXT NOT NULL,
  asked INTEGER NOT NULL
) WITHOUT ROWID;
CREATE UNIQUE INDEX mcp_questions_key ON mcp_questions(client, key) WHERE key IS NOT NULL;
CREATE INDEX mcp_questions_open ON mcp_questions(thread) WHERE state = 'open';
CREATE INDEX mcp_questions_of ON mcp_questions(client) WHERE state = 'open';
CREATE TABLE mcp_words(
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  thread TEXT NOT NULL,
  sender TEXT NOT NULL,
  content TEXT NOT NULL,
  said INTEGER NOT NULL,
  given TEXT
);
CREATE INDEX mcp_words_of ON mcp_words(thread, given);
`;
