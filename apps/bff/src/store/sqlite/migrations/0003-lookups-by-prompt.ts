/**
 * Indexes by prompt, and for unsent deliveries, so that old rows are not read. A run records that it is about to be posted. Prompts
 * of the first version get a class of their own; folds of an earlier version are computed again.
 */
export const lookupsByPrompt = `
ALTER TABLE runs ADD COLUMN posted INTEGER NOT NULL DEFAULT 0;
CREATE INDEX decisions_of ON decisions(prompt);
CREATE INDEX prompts_open ON prompts(thread, together, sequence, id, origin) WHERE state = 'open';
CREATE INDEX outbox_unsent ON outbox(state) WHERE state IN ('pending', 'held');
UPDATE prompts SET class_key = id WHERE class_key = '';
DELETE FROM snapshots;
`;
