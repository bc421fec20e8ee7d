/**
 * What is looked up by prompt, and what has not left, without reading all that ever was. A run says that it is about to
 * be posted. Prompts of the first version are equal to no other; folds of an earlier version are made anew.
 */
export const lookupsByPrompt = `
ALTER TABLE runs ADD COLUMN posted INTEGER NOT NULL DEFAULT 0;
CREATE INDEX decisions_of ON decisions(prompt);
CREATE INDEX prompts_open ON prompts(thread, together, sequence, id, origin) WHERE state = 'open';
CREATE INDEX outbox_unsent ON outbox(state) WHERE state IN ('pending', 'held');
UPDATE prompts SET class_key = id WHERE class_key = '';
DELETE FROM snapshots;
`;
