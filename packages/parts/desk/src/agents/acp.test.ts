import { randomUUID } from 'node:crypto';
import type { Prompt } from '@countersign/api/prompt';
import { type Harness, type HarnessOptions, startHarness } from '@countersign/bff/testing/harness';
import { agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import {
  type AcpAgent,
  acpAwaiting,
  acpManifest,
  acpMessage,
  acpRun,
  acpRunId,
  acpText,
  startAcpAgent,
} from '@countersign/testkit/acp-agent';
import { afterEach, beforeEach, expect, it } from 'vitest';

const secret = 'only-for-the-letter-writer';
const resumePath = `POST /runs/${acpRunId}`;

let agent: AcpAgent;
let harness: Harness;
beforeEach(async () => {
  agent = await startAcpAgent();
});
afterEach(async () => {
  await harness?.close();
  await agent.close();
});

async function serve(options: HarnessOptions = {}, url = agent.url) {
  const described = { id: 'letter', name: 'Letter writer', protocol: 'acp', url };
  harness = await startHarness({
    agents: [agentDescriptorSchema.parse({ ...described, headers: { 'x-secret': secret } })],
    ...options,
  });
}

const texts = (taskId: string): string[] => {
  const said: Record<string, string> = {};
  for (const { event } of harness.events(taskId)) {
    if (event.type !== 'BUSINESS_DATA_CONTENT' || !event.messageId.startsWith('acp:')) continue;
    const delta = typeof event.delta === 'string' ? event.delta : JSON.stringify(event.delta);
    said[event.messageId] = (said[event.messageId] ?? '') + delta;
  }
  return Object.values(said);
};
const decide = async (prompt: Prompt, feedback: object) => {
  const { status } = await harness.request('POST', `/api/prompts/${prompt.id}/decisions`, {
    ...{ feedback, digest: prompt.digest, idempotencyKey: randomUUID() },
  });
  expect(status).toBe(201);
};
const part = (content: string) => ({ type: 'message.part', part: acpText(content) });
const json = (value: object) => ({
  content_type: 'application/json',
  content: JSON.stringify(value),
});
const partsOf = (message: Record<string, unknown> | undefined) =>
  (message?.['parts'] ?? []) as Record<string, unknown>[];
const begins = () => {
  agent.say({ type: 'run.created', run: acpRun('created') });
  agent.say({ type: 'run.in-progress', run: acpRun('in-progress') });
};
const anomalies = (taskId: string) => harness.facts(taskId, 'countersign.anomaly');

it('awaits an answer, and is resumed with the decision of a person', async () => {
  await serve();
  const { taskId } = await harness.start('letter', 'Write to Ada');
  const first = await agent.called('POST /runs');
  expect(first).toMatchObject({
    secret,
    body: {
      ...{ agent_name: 'letter', session_id: taskId, mode: 'stream' },
      input: [{ role: 'user', parts: [acpText('Write to Ada')] }],
    },
  });
  begins();
  agent.say({ type: 'message.created', message: acpMessage() });
  agent.say(part('Dear '));
  agent.say(part('Ada'));
  agent.say({ type: 'message.part', part: json({ words: 2 }) });
  const asked = acpAwaiting(acpText('Send it?'), json({ to: 'ada@example.org', copies: 1 }));
  const output = [acpMessage(acpText('Dear '), acpText('Ada'), json({ words: 2 }))];
  agent.say({ type: 'run.awaiting', run: { ...asked, output } });
  agent.end();
  const prompt = await harness.untilPrompt(taskId, 'open');
  expect(prompt).toMatchObject({
    ask: 'Send it?',
    origin: { protocol: 'acp', kind: 'awaiting', answeredBy: 'resume' },
    message: { payload: { to: 'ada@example.org', copies: 1 } },
    way: { by: 'run', run: 'finished' },
  });
  await decide(prompt, {
    type: 'edit',
    content: { value: { to: 'ada@example.org', copies: 2 } },
  });
  const second = await agent.called(resumePath);
  expect(second.body).toMatchObject({
    ...{ run_id: acpRunId, mode: 'stream' },
    await_resume: {
      type: 'message',
      message: { role: 'user', parts: [json({ to: 'ada@example.org', copies: 2 })] },
    },
  });
  // The run repeats what it has said and asked, and continues with the message that was open.
  agent.say({ type: 'run.in-progress', run: { ...asked, status: 'in-progress', output } });
  agent.say(part(', sent twice.'));
  const whole = [acpMessage(...partsOf(output[0]), acpText(', sent twice.'))];
  agent.say({ type: 'run.completed', run: { ...asked, status: 'completed', output: whole } });
  agent.end();
  await harness.untilStatus(taskId, 'finished');
  const changes = harness.facts(taskId, 'countersign.decision').map(({ change }) => change);
  // Confirmed by the run that continues, not by its status 200.
  expect(changes.filter((change) => change === 'acknowledged')).toHaveLength(1);
  expect(changes.indexOf('acknowledged')).toBeGreaterThan(changes.indexOf('delivered'));
  expect(texts(taskId)).toEqual([
    'Dear Ada, sent twice.',
    '{"output":{"type":"acp.data","data":{"words":2}}}',
  ]);
  expect(anomalies(taskId)).toEqual([]);
  // The run has ended: what is said now is another one in the same session.
  await harness.request('POST', `/api/tasks/${taskId}/messages`, { content: 'And to Bob?' });
  expect((await agent.called('POST /runs', 1)).body).toMatchObject({
    ...{ agent_name: 'letter', session_id: taskId },
    input: [{ parts: [acpText('And to Bob?')] }],
  });
});

it('is stopped by cancelling its run', async () => {
  await serve();
  const { taskId } = await harness.start('letter', 'A long letter');
  await agent.called('POST /runs');
  begins();
  await harness.untilEvent(taskId, ({ type }) => type === 'STATE_SNAPSHOT');
  await harness.request('POST', `/api/tasks/${taskId}/control`, {
    ...{ action: 'stop', idempotencyKey: randomUUID() },
  });
  await agent.called(`POST /runs/${acpRunId}/cancel`);
  agent.say({ type: 'run.cancelled', run: acpRun('cancelled') });
  agent.end();
  await harness.untilStatus(taskId, 'stopped');
});

it('is read again after a broken stream, also by the server that is started after this one was killed', async () => {
  await serve();
  const { directory } = harness;
  const { taskId } = await harness.start('letter', 'A long letter');
  await agent.called('POST /runs');
  begins();
  agent.say(part('Once '));
  await harness.until(() => texts(taskId).includes('Once '));
  await harness.close('keep-directory');
  agent.run = acpRun('completed', {
    output: [acpMessage(acpText('Once '), acpText('upon a time.'))],
  });
  await serve({ directory });
  await agent.called(`GET /runs/${acpRunId}`);
  await harness.untilStatus(taskId, 'finished');
  expect(texts(taskId)).toEqual(['Once upon a time.']);
  expect(agent.calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

it('that has no streams is asked to work without one, and is read until it ends', async () => {
  agent.refusesStreams = true;
  agent.run = acpAwaiting(acpText('Send it?'));
  await serve();
  const { taskId } = await harness.start('letter', 'Write to Ada');
  const prompt = await harness.untilPrompt(taskId, 'open');
  agent.run = acpRun('in-progress', { output: [acpMessage(acpText('I send it.'))] });
  await decide(prompt, { type: 'instruction', content: { text: 'Yes, to both' } });
  expect((await agent.called(resumePath, 1)).body).toMatchObject({
    mode: 'async',
    await_resume: { message: { parts: [acpText('Yes, to both')] } },
  });
  agent.run = acpRun('completed', { output: [acpMessage(acpText('I send it. Sent.'))] });
  await harness.untilStatus(taskId, 'finished');
  expect(texts(taskId)).toEqual(['I send it. Sent.']);
});

it('fails in its own words', async () => {
  await serve();
  const { taskId } = await harness.start('letter', 'Write');
  await agent.called('POST /runs');
  begins();
  const error = { code: 'server_error', message: 'No paper left' };
  agent.say({ type: 'run.failed', run: acpRun('failed', { error }) });
  agent.end();
  await harness.untilStatus(taskId, 'failed');
  expect(harness.events(taskId).map(({ event }) => event)).toContainEqual(
    expect.objectContaining({ type: 'RUN_ERROR', message: 'No paper left', code: 'server_error' }),
  );
});

it('is described by its manifest; of a server with several, the address must name one', async () => {
  await serve({}, agent.origin);
  const { body } = await harness.request('GET', '/api/agents/letter/card');
  expect(body).toMatchObject({
    card: {
      ...{ name: 'letter', provider: { name: 'Acme' }, outputModes: ['text/plain'] },
      skills: [{ name: 'Letters', tags: ['mail'] }],
    },
  });
  agent.manifests = [acpManifest('letter'), acpManifest('telegram')];
  const { body: found } = await harness.request('POST', '/api/agents/test', {
    ...{ url: agent.origin, protocol: 'acp' },
  });
  expect(JSON.stringify(found)).toContain('2 agents (letter, telegram)');
});
