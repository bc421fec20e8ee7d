import {
  type Era,
  type McpHarness,
  type McpTransport,
  startMcpHarness,
} from '@countersign/bff/testing/mcp-harness';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let mcp: McpHarness;
beforeEach(async () => {
  mcp = await startMcpHarness();
});
afterEach(() => mcp.close());

const city = {
  type: 'object',
  properties: { city: { type: 'string', title: 'City' }, days: { type: 'integer' } },
  required: ['city'],
};

describe.each<[Era, McpTransport]>([
  ['current', 'HTTP'],
  ['2025', 'HTTP'],
  ['current', 'stdio'],
  ['2025', 'stdio'],
])('the reference client in its %s revision over %s', (era, way) => {
  it('asks, waits, and gets the answer of a person in the form of its schema', async () => {
    const client = await mcp.connect({ era, way });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'ask_human',
      'request_approval',
      'permission_prompt',
      'notify',
      'get_answer',
      'recall',
      'shared_knowledge',
    ]);
    const asking = mcp.call('ask_human', {
      message: 'Where to?\nThe trip is in May.',
      schema: city,
      severity: 'major',
    });
    const prompt = await mcp.asked();
    expect(prompt).toMatchObject({
      agentId: mcp.ide.id,
      agentName: 'Editor of Ana',
      ask: 'Where to?',
      severity: 'major',
      blocking: true,
    });
    const decisionId = await mcp.answer(prompt, {
      type: 'edit',
      content: { value: { city: 'Oslo', days: 3 } },
    });
    expect((await asking).data).toMatchObject({
      status: 'answered',
      answer: { city: 'Oslo', days: 3 },
      answered_by: 'Administrator',
    });
    const task = await mcp.server.untilStatus(prompt.taskId, 'finished');
    expect(task.agentName).toBe('Editor of Ana');
    expect(mcp.server.facts(prompt.taskId, 'countersign.anomaly')).toEqual([]);
    const changes = mcp.server
      .facts<{ change: string; decision: { id: string } }>(prompt.taskId, 'countersign.decision')
      .filter(({ decision }) => decision.id === decisionId)
      .map(({ change }) => change);
    expect(changes).toEqual(['recorded', 'delivered', 'acknowledged']);
  });

  it('cancels its call: the question is withdrawn', async () => {
    await mcp.connect({ era, way });
    const abort = new AbortController();
    const { signal } = abort;
    const asking = mcp.call('ask_human', { message: 'Still there?' }, { signal });
    const prompt = await mcp.asked();
    abort.abort();
    await expect(asking).rejects.toThrow();
    const closed = await mcp.server.untilPrompt(prompt.taskId, 'withdrawn');
    expect(closed.closedReason).toContain('cancelled');
    await mcp.server.untilStatus(prompt.taskId, 'finished');
  });
});

it.each<Era>(['current', '2025'])(
  'keeps a question that is waited for in revision %s while the server restarts',
  async (era) => {
    await mcp.connect({ era });
    const args = {
      message: 'Which region?',
      idempotency_key: 'call_Yk3uZ0a8Qe1xB7tWm5nRc2Lf',
      task: 'Move',
    };
    // The result for the client when its server ends is not defined: `pending`, or none.
    mcp.call('ask_human', args).catch(() => null);
    const { id } = await mcp.asked();
    await mcp.restart();
    await mcp.connect({ era });
    const { read } = mcp.server.services.journal;
    expect(await read.all(`SELECT id, state FROM prompts`)).toEqual([{ id, state: 'open' }]);
    const prompt = await mcp.asked();
    const asking = mcp.call('ask_human', args);
    await mcp.answer(prompt, { type: 'edit', content: { value: { answer: 'eu-north-1' } } });
    expect((await asking).data).toMatchObject({ status: 'answered', answer: 'eu-north-1' });
  },
);
