/**
 * Whom an answer is for stands with it, so that nobody's answers wait behind another's. Lists, and calls that a tool
 * answers itself, are found by index.
 */
export const outboxByAgent = `
ALTER TABLE outbox ADD COLUMN agent TEXT NOT NULL DEFAULT '';
UPDATE outbox SET agent = COALESCE((SELECT agent FROM runs WHERE id = outbox.run), '');
CREATE INDEX outbox_agent ON outbox(due, agent) WHERE state = 'pending';
CREATE INDEX prompts_opened ON prompts(opened, id);
CREATE INDEX prompts_call ON prompts(thread, json_extract(source, '$.id')) WHERE state = 'open' AND origin = 'tool-call';
`;
