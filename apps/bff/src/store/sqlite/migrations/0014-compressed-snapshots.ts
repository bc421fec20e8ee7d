/** Folds are stored compressed, with their size relative to the events. They are computed again within the budget of a task. */
export const compressedSnapshots = `
DROP TABLE snapshots;
CREATE TABLE snapshots(
  thread TEXT NOT NULL, sequence INTEGER NOT NULL, events INTEGER NOT NULL, kept INTEGER NOT NULL, data BLOB NOT NULL,
  PRIMARY KEY(thread, sequence)) WITHOUT ROWID;
`;
