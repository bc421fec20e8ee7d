/** Lookups after each fact use an index, for any number of open and old prompts. */
export const lookupsAfterFacts = `
CREATE INDEX claims_granted ON claims(granted_at) WHERE granted_at IS NOT NULL;
CREATE INDEX controls_untold ON controls(run) WHERE events_since > told_count;
CREATE INDEX controls_requested ON controls(requested) WHERE state = 'requested';
CREATE INDEX runs_agent ON runs(agent, started) WHERE contacted = 1;
CREATE INDEX calls_of ON webhook_calls(webhook, prompt);
`;
