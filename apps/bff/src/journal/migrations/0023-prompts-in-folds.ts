/** Folds tell prompts, decisions and controls in the words of the interface: those of an earlier version are made anew. */
export const promptsInFolds = `
DELETE FROM snapshots;
`;
