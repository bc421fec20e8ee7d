import {
  adminToken,
  describeAgent,
  type Harness,
  startHarness,
} from '@countersign/bff/testing/harness';
import {
  type AgentRun,
  type ScriptedAgent,
  startScriptedAgent,
} from '@countersign/bff/testing/scripted-agent';
import type { Envelope } from '@countersign/hai/envelope';
import { blameOf } from '@countersign/thread/blame';
import { emptyThread, foldThread } from '@countersign/thread/fold';
import { afterEach, describe, expect, it, vi } from 'vitest';

let harness: Harness;
let agent: ScriptedAgent;
afterEach(async () => {
  await harness.close();
  await agent.close();
});

async function play(script: (run: AgentRun) => void): Promise<{ taskId: string; url: string }> {
  agent = await startScriptedAgent();
  harness = await startHarness({ agents: [describeAgent(agent)] });
  const url = await harness.listen();
  const { taskId, runId } = await harness.start();
  const run = await agent.run(0);
  run.send({ type: 'RUN_STARTED', threadId: taskId, runId });
  script(run);
  run.send({ type: 'RUN_FINISHED', threadId: taskId, runId });
  run.end();
  await harness.untilStatus(taskId, 'finished');
  return { taskId, url };
}

async function get(url: string, path: string) {
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${adminToken}` } });
  return { status: response.status, body: await response.json() };
}

const states = (run: AgentRun) => {
  run.send({ type: 'STATE_SNAPSHOT', snapshot: { phase: 'plan', list: [] } });
  run.send({ type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/phase', value: 'search' }] });
  run.send({
    type: 'STATE_DELTA',
    delta: [{ op: 'add', path: '/list/-', value: 'x'.repeat(9_000) }],
  });
  run.send({ type: 'STATE_DELTA', delta: [{ op: 'remove', path: '/phase' }] });
};

describe('the history of a task', () => {
  it('returns the author of a place in the state, up to a position', async () => {
    const { taskId, url } = await play(states);
    const envelopes = harness.events(taskId);
    const whole = await get(url, `/api/tasks/${taskId}/blame?pointer=/phase`);
    const expected = blameOf(envelopes, '/phase');
    expect(expected).toHaveLength(3);
    expect(whole.body).toEqual({
      pointer: '/phase',
      at: envelopes.length,
      total: 3,
      writes: JSON.parse(JSON.stringify(expected)),
    });
    const second = expected[1]?.sequence ?? 0;
    const earlier = await get(url, `/api/tasks/${taskId}/blame?pointer=/phase&at=${second}`);
    expect(earlier.body.writes.map((write: { after: unknown }) => write.after)).toEqual([
      'plan',
      'search',
    ]);
  });

  it('leaves out values that are too long to be sent', async () => {
    const { taskId, url } = await play(states);
    const { body } = await get(url, `/api/tasks/${taskId}/blame?pointer=/list/0`);
    expect(body.writes).toEqual([
      { sequence: expect.any(Number), agentId: 'demo', at: expect.any(Number), cut: true },
    ]);
  });

  it('returns the times of the events, including the first and the last', async () => {
    const { taskId, url } = await play(states);
    const envelopes = harness.events(taskId);
    const { body } = await get(url, `/api/tasks/${taskId}/times?points=3`);
    const at = (sequence: number) => [sequence, envelopes[sequence - 1]?.receivedAt];
    const middle = Math.round(1 + (envelopes.length - 1) / 2);
    expect(body).toEqual({
      sequence: envelopes.length,
      points: [at(1), at(middle), at(envelopes.length)],
    });
    expect((await get(url, `/api/tasks/none/times`)).status).toBe(404);
    expect((await get(url, `/api/tasks/none/blame`)).status).toBe(404);
  });

  it('returns the thread at any position equal to a replay from the first event, also between kept snapshots', async () => {
    const { taskId, url } = await play((run) => {
      run.send({ type: 'STATE_SNAPSHOT', snapshot: { done: 0 } });
      for (let part = 0; part < 1_300; part += 1) {
        const messageId = `m${part % 7}-${Math.floor(part / 100)}`;
        run.send({ type: 'BUSINESS_DATA_CONTENT', messageId, delta: `part ${part} ` });
        run.send({ type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/done', value: part }] });
      }
    });
    // No commit follows the one that stores it.
    const kept = await vi.waitUntil(async () => {
      const rows = await harness.services.journal.read.all<{ sequence: number }>(
        'SELECT sequence FROM snapshots WHERE thread = ?',
        taskId,
      );
      return rows.length > 0 && rows.map(({ sequence }) => sequence);
    }, 20_000);
    const envelopes: Envelope[] = harness.events(taskId);
    const around = kept
      .flatMap((sequence) => [sequence - 1, sequence, sequence + 1])
      .filter((sequence) => sequence <= envelopes.length);
    for (const at of [1, 2, 700, ...around, 2_000, envelopes.length]) {
      const { body } = await get(url, `/api/tasks/${taskId}/snapshot?at=${at}`);
      const replayed = foldThread(emptyThread(taskId), envelopes.slice(0, at));
      expect(body.sequence).toBe(at);
      expect(body.thread).toEqual(JSON.parse(JSON.stringify(replayed)));
    }
  });
});
