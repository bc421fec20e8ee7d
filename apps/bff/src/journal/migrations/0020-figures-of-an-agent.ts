/** What one agent did is counted without reading what the others did. */
export const figuresOfAnAgent = `
CREATE INDEX prompts_agent ON prompts(agent, state, blocking);
CREATE INDEX runs_of_agent ON runs(agent, status, ended, thread);
CREATE INDEX tasks_agent ON tasks(agent, anomalies);
`;
