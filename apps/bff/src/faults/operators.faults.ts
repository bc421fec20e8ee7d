import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Envelope } from '@countersign/hai/envelope';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AnswerBody } from '../testing/answer-body.ts';
import { startChildServer } from '../testing/child-server.ts';
import { startCountingAgent } from '../testing/faults/counting-agent.ts';
import { answersAtOnce, report } from '../testing/faults/scenario.ts';
import { judge, startWitness, type Witness } from '../testing/faults/witness.ts';
import { describeAgent } from '../testing/harness.ts';
import { createDatabase, hasPostgres } from '../testing/postgres.ts';

const patience = { timeout: 200_000, interval: 50 };
const questions = 8;
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Two servers on one database, of one agent that asks. */
async function startServers() {
  const directory = mkdtempSync(join(tmpdir(), 'countersign-operators-'));
  ends.push(() => rmSync(directory, { recursive: true, force: true }));
  const database = await createDatabase();
  ends.push(database.drop);
  const agent = await startCountingAgent();
  ends.push(agent.close);
  const start = async () => {
    const server = await startChildServer(directory, [describeAgent(agent)], {
      DATABASE_URL: database.url,
      COUNTERSIGN_REQUESTS_PER_MINUTE: '1000000',
    });
    ends.push(() => server.kill('SIGKILL'));
    return server;
  };
  const servers = [await start(), await start()] as const;
  return { agent, servers };
}

/** The decisions that a reader received, by their question. */
function recorded({ received }: Witness): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { text } of received) {
    const { event }: Envelope = JSON.parse(text);
    if (event.type !== 'CUSTOM' || event.name !== 'countersign.decision') continue;
    const { change, decision } = event.value as {
      change: string;
      decision: { id: string; promptId: string };
    };
    if (change !== 'recorded') continue;
    found.set(decision.promptId, [...(found.get(decision.promptId) ?? []), decision.id]);
  }
  return found;
}

describe.runIf(hasPostgres)('four operators at two servers of one database', () => {
  it('answer every question at the same moment: one wins each, all of them are notified, and the agent gets each answer with one key', async () => {
    const { agent, servers } = await startServers();
    const [first, second] = servers;
    await answersAtOnce(first);
    const operators = await Promise.all(
      ['ann', 'bob', 'cid', 'dee'].map(async (id, index) => {
        const { body } = await first.request('/api/operators', { id, name: id, role: 'operator' });
        return { id, token: body.token, server: index % 2 === 0 ? first : second };
      }),
    );
    let runId = 'not yet';
    const isOver = ({ event, runId: of }: Envelope) =>
      event.type === 'RUN_FINISHED' && of === runId;
    const witnesses = operators.map(({ id, token, server }, index) =>
      startWitness({ name: id, url: () => server.url, isOver, token, batched: index > 1 }),
    );
    for (const witness of witnesses) ends.push(witness.close);
    await Promise.all(witnesses.map(({ live }) => live));
    const { body: task } = await second.request('/api/tasks', { agentId: 'demo', message: 'go' });
    runId = task.runId;

    const winners = new Map<string, string[]>();
    const answer = async (
      operator: (typeof operators)[number],
      prompt: { id: string; digest: string },
    ) => {
      const path = `/api/prompts/${encodeURIComponent(prompt.id)}/decisions`;
      const response = await fetch(`${operator.server.url}${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${operator.token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          feedback: { type: 'approve' },
          digest: prompt.digest,
          idempotencyKey: `${operator.id}-${prompt.id}`,
        }),
      });
      return { status: response.status, body: (await response.json()) as AnswerBody };
    };
    while (winners.size < questions) {
      const { body: page } = await first.request('/api/prompts?state=open&limit=100');
      for (const prompt of page.items) {
        const outcomes = await Promise.all(operators.map((operator) => answer(operator, prompt)));
        expect(outcomes.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
        const id = outcomes.find(({ status }) => status === 201)?.body.decisionId ?? 'none';
        for (const { status, body } of outcomes) {
          if (status === 409) expect(body.prompt.decision.id).toBe(id);
        }
        winners.set(prompt.id, [id]);
      }
    }
    const keys = () => new Set(agent.feedbacks.map(({ key }) => key));
    await vi.waitUntil(() => keys().size >= winners.size, patience);
    agent.finish();
    // Questions that are asked after these stay open, and the run ends without their answers.
    await Promise.all(witnesses.map(({ finished }) => finished));

    const verdicts = witnesses.map(judge);
    expect(verdicts.flatMap(({ broken }) => broken)).toEqual([]);
    for (const witness of witnesses) expect(recorded(witness)).toEqual(winners);
    expect(keys().size).toBe(winners.size);
    const sum = (of: 'deliveries' | 'reconnects' | 'lost' | 'doubled') =>
      verdicts.reduce((total, verdict) => total + verdict[of], 0);
    report({
      ...{ title: 'four operators at two servers', engine: 'postgres', kills: 0, cuts: 0 },
      events: agent.said(),
      answers: winners.size,
      deliveries: sum('deliveries'),
      reconnects: sum('reconnects'),
      lost: sum('lost'),
      doubled: sum('doubled'),
    });
  });
});
