import { describeAgent, type Harness, startHarness } from '@countersign/bff/testing/harness';
import { startScriptedAgent } from '@countersign/bff/testing/scripted-agent';
import { afterEach, describe, expect, it } from 'vitest';

let close = async () => {};
afterEach(() => close());

const named = (name: string, value: unknown): object => Object.fromEntries([[name, value]]);
const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{64}/g;

/** An agent's events with one name in all places where it may choose one, with that name left out. */
async function lifeOf(name: string): Promise<string> {
  const agent = await startScriptedAgent();
  const harness: Harness = await startHarness({
    agents: [describeAgent(agent, { id: /^[a-z]/i.test(name) ? name : 'demo' })],
  });
  close = async () => {
    await harness.close();
    await agent.close();
    close = async () => {};
  };
  const [{ id: agentId } = { id: '' }] = await harness.services.registry.list();
  const started = await harness.request('POST', '/api/tasks', {
    agentId,
    message: name,
    threadId: name,
    title: name,
  });
  expect(started.status).toBe(201);
  const { runId } = started.body;
  const run = await agent.run(0);
  const metadata = { agentId: name };
  const send = (event: object) => run.send({ ...event, metadata });
  run.send({ type: 'RUN_STARTED', threadId: name, runId });
  send({ type: 'STEP_STARTED', stepName: name });
  send({ type: 'BUSINESS_DATA_START', messageId: name, role: 'assistant' });
  send({ type: 'BUSINESS_DATA_CONTENT', messageId: name, delta: 'Said' });
  send({ type: 'BUSINESS_DATA_END', messageId: name });
  send({ type: 'TOOL_CALL_START', toolCallId: name, toolCallName: name });
  send({ type: 'TOOL_CALL_ARGS', toolCallId: name, delta: JSON.stringify(named(name, name)) });
  send({ type: 'TOOL_CALL_END', toolCallId: name });
  send({ type: 'TOOL_CALL_RESULT', toolCallId: name, messageId: `${name}-result`, content: name });
  send({
    type: 'ACTIVITY_SNAPSHOT',
    messageId: `${name}-activity`,
    activityType: name,
    content: named(name, 1),
  });
  send({ type: 'STATE_SNAPSHOT', snapshot: { kept: named(name, { deep: 1 }) } });
  send({ type: 'CUSTOM', name, value: named(name, name) });
  send({
    type: 'AGENT_COLLABORATIVE_MESSAGE_START',
    from: name,
    to: name,
    messageId: `${name}-handover`,
  });
  send({
    type: 'CUSTOM',
    name: 'upformat.message',
    value: {
      messageId: `${name}-asked`,
      threadId: name,
      timestamp: '2026-11-22T05:00:00Z',
      state: 'needsHumanDecision',
      agentId: name,
      payload: named(name, 'proposed'),
      upThought: { questions: [{ id: name, text: 'Which?', options: [name, 'other'] }] },
      upContext: {
        entity: name,
        fields: named(name, name),
        concepts: named(name, name),
        constraints: named(name, { maxLength: 20 }),
        schema: { type: 'object', properties: named(name, { type: 'string', title: name }) },
      },
      upPrompt: { ask: 'Which?', severity: name, answers: named(name, { label: name }) },
    },
  });
  send({ type: 'STEP_FINISHED', stepName: name });
  const prompt = await harness.untilPrompt(name, 'open');
  const value = named(name, 'edited');
  const answered = await harness.request('POST', `/api/prompts/${prompt.id}/decisions`, {
    feedback: { type: 'edit', content: { value } },
    digest: prompt.digest,
    idempotencyKey: name,
  });
  const { text } = await agent.feedback(0);
  run.send({ type: 'RUN_FINISHED', threadId: name, runId });
  run.end();
  await harness.untilStatus(name, 'finished');
  const read = async (path: string) => {
    const { status, body } = await harness.request('GET', path);
    return { path, status, body };
  };
  const all = [
    await read(`/api/tasks/${name}`),
    await read(`/api/tasks/${name}/snapshot`),
    await read(`/api/prompts?task=${name}`),
    await read(`/api/prompts?q=${name}`),
    await read(`/api/tasks?agent=${agentId}`),
  ];
  await close();
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(Object.hasOwn(Object.prototype, 'deep')).toBe(false);
  const reported = JSON.stringify([answered.status, text, all], null, 1);
  const nameIn = (words: string) => words.replaceAll(name, 'NAME');
  return (
    nameIn(reported)
      .replaceAll(ids, 'ID')
      .replaceAll(prompt.id, 'PROMPT')
      .replaceAll(/1[67]\d{11}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      // Read before the fold: it may contain what arrived meanwhile.
      .replaceAll(/"cursor": "ID\.\d+"/g, '"cursor": "CURSOR"')
      .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
      // Of the receipt, which is signed for its moment.
      .replaceAll(/\\"(issued|expires)\\":\d+/g, '$1')
      .replaceAll(/\\"sig\\":\\"[\w-]+/g, 'SIGNATURE')
  );
}

describe('a name that every object inherits is a normal name', () => {
  it.each(['toString', 'constructor'])(
    '%s',
    async (name) => {
      const usual = await lifeOf('x'.repeat(name.length));
      expect(usual).toContain('"NAME": "edited"');
      expect(await lifeOf(name)).toBe(usual);
    },
    120_000,
  );
});
