/** Tasks that are calls of agents which change nothing: lists leave them out unless they are asked for. */
export const readingTasks = `
ALTER TABLE tasks ADD COLUMN reads INTEGER NOT NULL DEFAULT 0;
`;
