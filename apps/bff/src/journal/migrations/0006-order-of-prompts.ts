/**
 * The id of a prompt says nothing any more: it is found by its message, and those that one event asks have an order of
 * their own. Folds of an earlier version are made anew.
 */
export const orderOfPrompts = `
ALTER TABLE prompts ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
CREATE INDEX prompts_message ON prompts(thread, message_id);
CREATE INDEX prompts_sequence ON prompts(thread, sequence);
DELETE FROM snapshots;
`;
