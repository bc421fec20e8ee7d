/**
 * A question may come from an asker without a task and a run: it has the name of the asker, its `thread` is the asker's log,
 * and its `run` is empty. No table is rebuilt for that, so that a store with a damaged page can still be migrated.
 */
export const promptsWithoutATask = `
ALTER TABLE prompts ADD COLUMN asker TEXT;
`;
