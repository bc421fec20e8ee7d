/** The figures of one agent are computed without reading rows of others. */
export const figuresOfAnAgent = `
CREATE INDEX prompts_agent ON prompts(agent, state, blocking);
CREATE INDEX runs_of_agent ON runs(agent, status, ended, thread);
CREATE INDEX tasks_agent ON tasks(agent, anomalies);
`;
