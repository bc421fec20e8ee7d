/** What was said is kept beside the folded thread; folds of an earlier version are made anew. */
export const historyInSnapshots = `
DELETE FROM snapshots;
ALTER TABLE snapshots ADD COLUMN history TEXT NOT NULL DEFAULT '';
`;
