/**
 * A question may come from something that has no task and no run: it has the name of who asks, its `thread` is the log of the asker,
 * and its `run` is empty. No table is built anew for that, so that a store with a damaged page can still be taken over.
 */
export const promptsWithoutATask = `
ALTER TABLE prompts ADD COLUMN asker TEXT;
`;
