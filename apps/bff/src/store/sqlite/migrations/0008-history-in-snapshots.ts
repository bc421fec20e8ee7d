/** The message history is kept with the folded thread; folds of an earlier version are computed again. */
export const historyInSnapshots = `
DELETE FROM snapshots;
ALTER TABLE snapshots ADD COLUMN history TEXT NOT NULL DEFAULT '';
`;
