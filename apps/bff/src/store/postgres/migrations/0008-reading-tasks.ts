/** As `0031-reading-tasks` of the embedded store. */
export const readingTasks = `
ALTER TABLE tasks ADD COLUMN reads BIGINT NOT NULL DEFAULT 0;
`;
