/**
 * The id of a prompt has no meaning any more: it is found by its message, and the prompts of one event have an explicit order. Folds
 * of an earlier version are computed again.
 */
export const orderOfPrompts = `
ALTER TABLE prompts ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
CREATE INDEX prompts_message ON prompts(thread, message_id);
CREATE INDEX prompts_sequence ON prompts(thread, sequence);
DELETE FROM snapshots;
`;
