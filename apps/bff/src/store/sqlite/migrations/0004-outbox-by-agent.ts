/**
 * The agent of an answer is stored with it, so that answers to one agent do not wait behind those to another. Indexes for lists, and for
 * calls that a tool answers itself.
 */
export const outboxByAgent = `
ALTER TABLE outbox ADD COLUMN agent TEXT NOT NULL DEFAULT '';
UPDATE outbox SET agent = COALESCE((SELECT agent FROM runs WHERE id = outbox.run), '');
CREATE INDEX outbox_agent ON outbox(due, agent) WHERE state = 'pending';
CREATE INDEX prompts_opened ON prompts(opened, id);
CREATE INDEX prompts_call ON prompts(thread, json_extract(source, '$.id')) WHERE state = 'open' AND origin = 'tool-call';
`;
