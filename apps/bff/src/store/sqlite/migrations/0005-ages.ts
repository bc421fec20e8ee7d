/** Rows that are no longer needed are found by their age. */
export const ages = `
CREATE INDEX outbox_settled ON outbox(due) WHERE state NOT IN ('pending', 'held');
CREATE INDEX keys_at ON keys(at);
CREATE INDEX calls_created ON webhook_calls(created) WHERE state <> 'pending';
`;
