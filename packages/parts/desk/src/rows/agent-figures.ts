import type { AgentFigures } from '@countersign/api/agent';
import { readSenderId } from '@countersign/hai/sender';
import type { Reading } from '@countersign/server/store/port';
import { storedJson } from '@countersign/server/store/stored-json';

/** The number of tasks, newest first, that are searched for a name another agent acts for. */
const MAX_TASKS_SEARCHED = 1_000;

type Counts = Record<string, number>;

/** The work and the questions of an agent, by its connection: what is sent in its name elsewhere is not counted. */
export async function figuresOf(reading: Reading, agentId: string): Promise<AgentFigures> {
  const runs = (await reading.get<{ all: number; failed: number; tasks: number; going: number }>(
    `SELECT count(*) AS "all", count(CASE WHEN status IN ('failed', 'lost') THEN 1 END) AS failed, count(DISTINCT thread) AS tasks,
       count(DISTINCT CASE WHEN ended IS NULL THEN thread END) AS going FROM runs WHERE agent = ?`,
    agentId,
  )) ?? { all: 0, failed: 0, tasks: 0, going: 0 };
  const open = await reading.all<{ blocking: number; n: number }>(
    `SELECT blocking, count(*) AS n FROM prompts WHERE agent = ? AND state = 'open' GROUP BY blocking`,
    agentId,
  );
  const decided = await reading.all<{ kind: string; state: string; n: number }>(
    `SELECT d.by_kind AS kind, d.state, count(*) AS n FROM prompts p JOIN decisions d ON d.prompt = p.id
     WHERE p.agent = ? AND d.state <> 'recalled' GROUP BY d.by_kind, d.state`,
    agentId,
  );
  const by = (member: 'kind' | 'state', values: readonly string[]) =>
    decided.reduce((sum, row) => (values.includes(row[member]) ? sum + row.n : sum), 0);
  const asked: Counts = Object.fromEntries(open.map(({ blocking, n }) => [String(blocking), n]));
  return {
    tasks: { all: runs.tasks, going: runs.going },
    runs: { all: runs.all, failed: runs.failed },
    openPrompts: { blocking: asked['1'] ?? 0, followup: asked['0'] ?? 0 },
    answers: {
      people: by('kind', ['operator']),
      rules: by('kind', ['rule']),
      defaults: by('kind', ['default', 'escalation']),
    },
    deliveries: {
      waiting: by('state', ['recorded']),
      delivered: by('state', ['delivered', 'acknowledged']),
      failed: by('state', ['undeliverable', 'refused']),
    },
    anomalies:
      (
        await reading.get<{ n: number }>(
          'SELECT coalesce(sum(anomalies), 0) AS n FROM tasks WHERE agent = ?',
          agentId,
        )
      )?.n ?? 0,
    actedThrough: await actedThrough(reading, agentId),
  };
}

async function actedThrough(
  reading: Reading,
  agentId: string,
): Promise<AgentFigures['actedThrough']> {
  const rows = await reading.all<{ agents: string; taskId: string; at: number }>(
    `SELECT t.agents, t.id AS taskId, t.updated AS at
     FROM (SELECT id, agents, updated FROM tasks ORDER BY started DESC LIMIT ?) t
     WHERE EXISTS(SELECT 1 FROM json_each(t.agents) j WHERE substr(j.value, -length(?)) = ?) ORDER BY t.updated DESC`,
    MAX_TASKS_SEARCHED,
    `:${agentId}`,
    `:${agentId}`,
  );
  for (const { agents, taskId, at } of rows) {
    for (const sender of storedJson<string[]>(agents)) {
      const { connection, relayedFor } = readSenderId(sender);
      if (relayedFor === agentId) return { agentId: connection, taskId, at };
    }
  }
  return null;
}
