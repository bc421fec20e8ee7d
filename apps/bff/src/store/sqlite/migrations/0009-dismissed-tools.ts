/** Tools whose calls open no prompts; the calls are still shown. */
export const dismissedTools = `
CREATE TABLE dismissed_tools(
  agent TEXT NOT NULL, tool TEXT NOT NULL, operator TEXT NOT NULL, name TEXT NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY(agent, tool)) WITHOUT ROWID;
`;
