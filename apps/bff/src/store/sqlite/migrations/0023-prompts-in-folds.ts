/** Folds contain prompts, decisions and controls in the format of the interface: those of an earlier version are computed again. */
export const promptsInFolds = `
DELETE FROM snapshots;
`;
