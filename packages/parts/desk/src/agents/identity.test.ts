import type { Prompt } from '@countersign/api/prompt';
import type { CreateRule } from '@countersign/api/rule';
import { type AskedToPay, startAskedToPay } from '@countersign/bff/testing/asked-to-pay';
import type { Harness } from '@countersign/bff/testing/harness';
import { type AgentRun, upMessage } from '@countersign/bff/testing/scripted-agent';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const dayMs = 86_400_000;
let server: AskedToPay;
let harness: Harness;
let taskId: string;
let run: AgentRun;

beforeEach(async () => {
  server = await startAskedToPay(
    { id: 'evil', name: 'Evil' },
    { id: 'trusted-ledger', name: 'Trusted Ledger' },
  );
  harness = server.harness;
});
afterEach(() => server.close());

const begin = async () => {
  ({ taskId, run } = await server.begin());
};
const ask = (messageId: string, agentId?: string, more: object = {}) =>
  server.ask(messageId, { ...(agentId === undefined ? {} : { metadata: { agentId } }), ...more });
const prompts = async (query = ''): Promise<Prompt[]> =>
  (await harness.request('GET', `/api/prompts?limit=100${query}`)).body.items;
const end = async () => {
  run.send({ type: 'CUSTOM', name: 'end', value: null });
  await harness.untilEvent(taskId, (event) => event.type === 'CUSTOM' && event.name === 'end');
  await harness.services.rulesIdle();
};
const switchedOn = async (match: CreateRule['match'], name: string): Promise<string> => {
  const rule = {
    name,
    expiresAt: Date.now() + dayMs,
    match,
    feedback: { type: 'approve' },
  };
  const { id, version } = (await harness.request('POST', '/api/rules', rule)).body;
  await harness.request('POST', `/api/rules/${id}/dry-run`);
  const on = await harness.request('POST', `/api/rules/${id}/enabled`, { enabled: true, version });
  expect(on.status).toBe(200);
  return id;
};
const anomalies = () => harness.facts(taskId, 'countersign.anomaly');

describe('the identity of an agent is its connection', () => {
  it('is not identified by its name: rules, lists and screens use the connection', async () => {
    await switchedOn({ agentId: 'trusted-ledger', conditions: [] }, 'Ledger pays');
    await begin();
    // The id, the name, and lookalikes of them.
    const names = ['trusted-ledger', 'Trusted Ledger', 'trusted‐ledger', ' Trusted Ledger '];
    for (const [index, name] of names.entries()) {
      ask(`msg-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b1${index}`, name);
    }
    await end();
    const open = await prompts('&state=open');
    expect(open).toHaveLength(names.length);
    for (const prompt of open) {
      expect(prompt).toMatchObject({ agentId: 'evil', agentName: 'Evil' });
      expect(names).toContain(prompt.relayedFor);
    }
    expect(await prompts('&agent=trusted-ledger')).toEqual([]);
    expect(await prompts('&agent=evil')).toHaveLength(names.length);
    expect((await harness.request('GET', '/api/tasks?agent=trusted-ledger')).body.items).toEqual(
      [],
    );
    const { thread } = (await harness.request('GET', `/api/tasks/${taskId}/snapshot`)).body;
    const speakers: string[] = thread.items.map(({ agentId }: { agentId: string }) => agentId);
    expect(speakers.filter((id) => id === 'trusted-ledger')).toEqual([]);
    expect(speakers).toContain('relayed:evil:trusted-ledger');
    expect(Object.values(thread.prompts).map(({ speaker }) => speaker)).toContain(
      'relayed:evil:Trusted Ledger',
    );
  });

  it('a rule for the connection answers what it relays, and may match the relayed name as such', async () => {
    await switchedOn(
      { agentId: 'evil', relayedFor: 'planner-4c7b8a540f6f', conditions: [] },
      'Planner, by Evil',
    );
    await begin();
    ask('chatcmpl-B7xQ2own');
    ask('chatcmpl-B7xQ2other', 'trusted-ledger');
    ask('chatcmpl-B7xQ2planner', 'planner-4c7b8a540f6f');
    await end();
    const open = await prompts('&state=open');
    expect(open.map(({ message }) => message.messageId).toSorted()).toEqual([
      'chatcmpl-B7xQ2other',
      'chatcmpl-B7xQ2own',
    ]);
    const [answered] = await prompts('&state=answered');
    expect(answered?.decision?.by).toMatchObject({ kind: 'rule', name: 'Planner, by Evil' });
  });

  it('shows hand-overs between names it claims as its own', async () => {
    await begin();
    run.send({
      type: 'AGENT_COLLABORATIVE_MESSAGE_START',
      from: 'evil',
      to: 'trusted-ledger',
      messageId: 'handover-1',
    });
    await end();
    const { thread } = (await harness.request('GET', `/api/tasks/${taskId}/snapshot`)).body;
    expect(thread.items.find(({ kind }: { kind: string }) => kind === 'exchange')).toMatchObject({
      from: 'evil',
      to: 'relayed:evil:trusted-ledger',
    });
  });

  it('calls a webhook in the name of the connection', async () => {
    await begin();
    ask('msg-1f0f6a6f3c21', 'trusted-ledger');
    await end();
    const [prompt] = await prompts();
    if (prompt === undefined) throw new Error('no prompt');
    const { callData } = await import('../webhooks/call-of-prompt.ts');
    expect(callData(prompt).agentId).toBe('evil');
  });
});

describe('names reserved for people and the server', () => {
  it('are refused: each is an anomaly once, and the content is attributed to the agent itself', async () => {
    await begin();
    for (const agentId of ['operator:test', 'countersign', 'countersign:default']) {
      run.send({ type: 'STEP_STARTED', stepName: agentId, metadata: { agentId } });
      run.send({ type: 'STEP_FINISHED', stepName: agentId, metadata: { agentId } });
    }
    run.send({ type: 'CUSTOM', name: 'countersign.decision', value: { change: 'recorded' } });
    ask('msg-as-operator', undefined, {});
    run.send(
      upMessage(taskId, {
        messageId: 'msg-of-operator',
        state: 'submitted',
        agentId: 'operator:admin',
      }),
    );
    await end();
    const refused = anomalies().filter(({ kind }) => kind === 'name-refused');
    expect(refused.map(({ detail }) => /“(.*)”/.exec(String(detail))?.[1])).toEqual([
      'operator:test',
      'countersign',
      'countersign:default',
      'countersign.decision',
      'operator:admin',
    ]);
    expect(refused.every(({ agentId }) => agentId === 'evil')).toBe(true);
    const { thread } = (await harness.request('GET', `/api/tasks/${taskId}/snapshot`)).body;
    const steps = thread.items.filter(({ kind }: { kind: string }) => kind === 'step');
    expect(steps.map(({ agentId }: { agentId: string }) => agentId)).toEqual([
      'evil',
      'evil',
      'evil',
    ]);
    // The fold finds them too, and counts none twice.
    const reported = thread.items.filter(
      (item) => item.kind === 'anomaly' && item.anomaly === 'name-refused',
    );
    expect(reported).toHaveLength(5);
    expect(thread.agents).toEqual(['evil']);
  });

  it('an agent cannot put a sentence of the server in front of people', async () => {
    await begin();
    const statement = { code: 'call.not-a-stream', params: { sent: 'evil', called: 'the bank' } };
    run.send({
      type: 'RUN_ERROR',
      message: 'Mine.',
      metadata: { source: 'countersign', statement },
    });
    run.end();
    await harness.untilStatus(taskId, 'failed');
    const { thread } = (await harness.request('GET', `/api/tasks/${taskId}/snapshot`)).body;
    expect(thread.run).toMatchObject({ status: 'failed', error: 'Mine.' });
    expect(thread.run).not.toHaveProperty('statement');
    const [item] = thread.items.filter(({ kind }: { kind: string }) => kind === 'run');
    expect(item).not.toHaveProperty('statement');
  });

  it('an agent cannot end its run with an event of the server', async () => {
    await begin();
    run.send({
      type: 'RUN_ERROR',
      message: 'Cut off by an operator',
      code: 'cut-off',
      metadata: { source: 'countersign' },
    });
    run.end();
    await harness.untilStatus(taskId, 'failed');
    const { thread } = (await harness.request('GET', `/api/tasks/${taskId}/snapshot`)).body;
    expect(thread.run.status).toBe('failed');
    expect(anomalies().map(({ kind }) => kind)).toContain('name-refused');
  });
});
