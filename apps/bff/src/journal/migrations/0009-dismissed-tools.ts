/** Calls of tools that nobody wants to be asked about: they are shown, and no prompt is made of them. */
export const dismissedTools = `
CREATE TABLE dismissed_tools(
  agent TEXT NOT NULL, tool TEXT NOT NULL, operator TEXT NOT NULL, name TEXT NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY(agent, tool)) WITHOUT ROWID;
`;
