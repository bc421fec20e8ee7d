import { setImmediate } from 'node:timers/promises';
import { createManualClock } from '@countersign/bff/testing/manual-clock';
import { type McpHarness, startMcpHarness } from '@countersign/bff/testing/mcp-harness';
import type { JsonObject } from '@countersign/json/json-object';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const clock = createManualClock();
let mcp: McpHarness;
beforeEach(async () => {
  mcp = await startMcpHarness({ clock });
});
afterEach(() => mcp.close());

const deploy = {
  action: 'deploy',
  arguments: { service: 'billing', replicas: 3 },
  risk: 'high',
  reason: 'The fix of the invoice rounding.',
};

it('approves an action as proposed, with edited arguments, or rejects it with a reason', async () => {
  const asking = mcp.call('request_approval', deploy);
  const prompt = await mcp.asked();
  expect(prompt).toMatchObject({
    ask: 'May the agent run deploy?',
    severity: 'major',
    message: { payload: deploy.arguments, explanation: deploy.reason },
  });
  await mcp.answer(prompt, {
    type: 'edit',
    content: { value: { service: 'billing', replicas: 1 } },
  });
  const edited = await asking;
  expect(edited.data).toMatchObject({
    status: 'approved',
    arguments: { service: 'billing', replicas: 1 },
    edited: true,
  });
  expect(edited.text).toContain('Use exactly the arguments below');

  const again = mcp.call('request_approval', deploy);
  await mcp.answer(await mcp.asked(), { type: 'approve' });
  expect((await again).data).toMatchObject({
    status: 'approved',
    arguments: deploy.arguments,
    edited: false,
  });

  const third = mcp.call('request_approval', deploy);
  await mcp.answer(await mcp.asked(), {
    type: 'reject',
    content: { reason: 'Not on a Friday.' },
  });
  const rejected = await third;
  expect(rejected.data).toMatchObject({ status: 'rejected', reason: 'Not on a Friday.' });
  expect(rejected.data).not.toHaveProperty('arguments');
});

it('returns the chosen option, a text, a refusal, or an instruction', async () => {
  const choosing = mcp.call('ask_human', {
    message: 'Which branch?',
    options: ['main', { label: 'The old one', value: { branch: 'legacy-2' } }],
  });
  await mcp.answer(await mcp.asked(), {
    type: 'edit',
    content: { value: { answer: { branch: 'legacy-2' } } },
  });
  expect((await choosing).data['answer']).toEqual({ branch: 'legacy-2' });

  const writing = mcp.call('ask_human', { message: 'Which words for the title?' });
  await mcp.answer(await mcp.asked(), { type: 'edit', content: { value: { answer: 'Hello' } } });
  expect((await writing).data).toMatchObject({ status: 'answered', answer: 'Hello' });

  const declining = mcp.call('ask_human', { message: 'Your password?' });
  await mcp.answer(await mcp.asked(), { type: 'reject', content: { reason: 'Never.' } });
  expect((await declining).data).toMatchObject({ status: 'declined', reason: 'Never.' });

  const reported = mcp.call('ask_human', { message: 'Shall I start with the tests?' });
  await mcp.answer(await mcp.asked(), { type: 'instruction', content: { text: 'Stop it.' } });
  expect((await reported).data).toMatchObject({ status: 'instruction', instruction: 'Stop it.' });
});

it('returns at once if too many calls of a client wait', async () => {
  const { data } = await mcp.call('ask_human', { message: 'Ready?', wait_seconds: 0 });
  const id = String(data['question_id']);
  const gone = new AbortController();
  const { programQuestions } = mcp.server.services;
  const waiting = Array.from({ length: 50 }, () => {
    const signal = AbortSignal.any([gone.signal]);
    return programQuestions.wait(mcp.ide, id, { ms: 3_600_000, signal });
  });
  // The clock is stopped: a call that waits would not return.
  expect((await mcp.call('get_answer', { question_id: id })).data).toEqual(data);
  gone.abort();
  await Promise.all(waiting);
  const again = mcp.call('get_answer', { question_id: id });
  const reply = { type: 'edit', content: { value: { answer: 'Yes' } } };
  await mcp.answer(await mcp.asked(), reply);
  expect((await again).data).toMatchObject({ status: 'answered' });
});

it('is an agent that is listed, and can neither be started nor changed as one', async () => {
  const { id } = mcp.ide;
  const { body } = await mcp.server.request('GET', `/api/agents/${id}`);
  expect(body).toMatchObject({ name: 'Editor of Ana', source: 'mcp', protocol: 'mcp-client' });
  const start = await mcp.server.request('POST', '/api/tasks', { agentId: id, message: 'Go' });
  expect(start.status).toBe(403);
  expect((await mcp.server.request('PATCH', `/api/agents/${id}`, { name: 'X' })).status).toBe(403);
  expect((await mcp.server.request('DELETE', `/api/agents/${id}`)).status).toBe(403);
  const added = await mcp.server.request('POST', '/api/agents', {
    id: 'sly',
    name: 'Sly',
    url: 'http://127.0.0.1:9/',
    protocol: 'mcp-client',
  });
  expect(added.status).toBe(400);
  const { body: protocols } = await mcp.server.request('GET', '/api/protocols');
  expect(JSON.stringify(protocols)).not.toContain('mcp-client');
});

it('gives an id at once, and the same answer as often as it is fetched', async () => {
  const { data } = await mcp.call('ask_human', { message: 'Ready?', wait_seconds: 0 });
  expect(data['status']).toBe('pending');
  const id = data['question_id'];
  const fetching = mcp.call('get_answer', { question_id: id });
  await mcp.answer(await mcp.asked(), { type: 'edit', content: { value: { answer: 'Yes' } } });
  const first = await fetching;
  expect(first.data).toMatchObject({ status: 'answered', answer: 'Yes', question_id: id });
  expect((await mcp.call('get_answer', { question_id: id })).data).toEqual(first.data);
});

it('returns after its wait, reports progress meanwhile, and leaves the question open', async () => {
  const reported: unknown[] = [];
  let receive = () => {};
  const asking = mcp.call(
    'ask_human',
    { message: 'Ready?', wait_seconds: 25 },
    {
      onprogress(progress) {
        reported.push(progress);
        receive();
      },
    },
  );
  const prompt = await mcp.asked();
  await mcp.server.request('POST', `/api/prompts/${prompt.id}/claim`, {});
  for (const count of [1, 2]) {
    clock.advance(10_000);
    await new Promise<void>((resolve) => {
      receive = resolve;
      if (reported.length >= count) resolve();
    });
  }
  clock.advance(5_000);
  expect((await asking).data).toMatchObject({ status: 'pending' });
  expect(reported).toEqual([
    { progress: 10, message: 'Administrator has it' },
    { progress: 20, message: 'Administrator has it' },
  ]);
  expect((await mcp.asked()).id).toBe(prompt.id);
});

it('survives a restart: the answer is fetched, and the same key is the same question', async () => {
  const args = {
    message: 'Which region?',
    idempotency_key: 'call_Yk3uZ0a8Qe1xB7tWm5nRc2Lf',
    task: 'Move',
  };
  const { data } = await mcp.call('ask_human', { ...args, wait_seconds: 0 });
  await mcp.restart();
  await mcp.connect();
  const again = await mcp.call('ask_human', { ...args, wait_seconds: 0 });
  expect(again.data).toEqual(data);
  const prompt = await mcp.asked();
  expect(prompt.taskTitle).toBe('Move');
  await mcp.answer(prompt, { type: 'edit', content: { value: { answer: 'eu-north-1' } } });
  const { data: fetched } = await mcp.call('get_answer', { question_id: data['question_id'] });
  expect(fetched).toMatchObject({ status: 'answered', answer: 'eu-north-1' });
  await mcp.server.untilStatus(prompt.taskId, 'finished');
  const other = await mcp.call('ask_human', { ...args, message: 'Which country?' });
  expect(other).toMatchObject({ isError: true });
  expect(other.text).toContain('other arguments');
});

it('applies the default at the deadline; without one the question lapses', async () => {
  const asking = mcp.call('ask_human', {
    message: 'How many?',
    schema: { type: 'integer', minimum: 1 },
    default: 4,
    deadline_seconds: 30,
  });
  const approving = mcp.call('request_approval', {
    ...deploy,
    deadline_seconds: 30,
    if_unanswered: 'reject',
  });
  const lapsing = mcp.call('ask_human', { message: 'And why?', deadline_seconds: 30 });
  const { taskId } = await mcp.asked();
  await mcp.server.until(
    async () =>
      (await mcp.server.services.journal.read.all(`SELECT id FROM prompts WHERE state = 'open'`))
        .length === 3,
  );
  clock.advance(30_000);
  expect((await asking).data).toMatchObject({ status: 'answered', answer: 4, by_default: true });
  expect((await approving).data).toMatchObject({ status: 'rejected', by_default: true });
  expect((await lapsing).data).toMatchObject({ status: 'expired' });
  await mcp.server.untilStatus(taskId, 'finished');
});

it('has one run for questions that are open at once; it ends with the last', async () => {
  const first = mcp.call('ask_human', { message: 'First?' });
  const prompt = await mcp.asked();
  const { data } = await mcp.call('ask_human', { message: 'Second?', wait_seconds: 0 });
  await mcp.answer(prompt, { type: 'edit', content: { value: { answer: '1' } } });
  await first;
  const second = await mcp.asked();
  expect(second).toMatchObject({ runId: prompt.runId, taskId: prompt.taskId });
  await mcp.server.untilStatus(prompt.taskId, 'running');
  await mcp.answer(second, { type: 'edit', content: { value: { answer: '2' } } });
  await mcp.call('get_answer', { question_id: data['question_id'] });
  await mcp.server.untilStatus(prompt.taskId, 'finished');
});

it('sends messages to the operators, and receives their messages and comments', async () => {
  await mcp.call('notify', { message: '**12 of 30** files are moved.', task: 'Move files' });
  const asking = mcp.call('ask_human', { message: 'Go on?', task: 'Move files' });
  const prompt = await mcp.asked();
  const words = mcp.server.events(prompt.taskId).map(({ event }) => event);
  expect(words).toContainEqual(
    expect.objectContaining({
      type: 'BUSINESS_DATA_CONTENT',
      delta: '**12 of 30** files are moved.',
    }),
  );
  const said = await mcp.server.request('POST', `/api/tasks/${prompt.taskId}/messages`, {
    content: 'Leave the pictures where they are.',
  });
  expect(said.body['to']).toBe('running');
  // No event reports that messages can be fetched.
  const { read } = mcp.server.services.journal;
  while ((await read.get('SELECT 1 FROM mcp_words')) === undefined) await setImmediate();
  await mcp.server.request('POST', `/api/prompts/${prompt.id}/comments`, {
    feedback: { type: 'comment', content: { text: 'I look into it.' } },
    digest: prompt.digest,
    idempotencyKey: 'comment-3f2b6c1e-9d5a',
  });
  await mcp.answer(prompt, { type: 'edit', content: { value: { answer: 'Yes' } } });
  expect((await asking).data).toMatchObject({
    operator_messages: [{ by: 'admin', text: 'Leave the pictures where they are.' }],
    comments: [{ by: 'Administrator', text: 'I look into it.' }],
  });
  await mcp.server.untilStatus(prompt.taskId, 'finished');
  const late = await mcp.server.request('POST', `/api/tasks/${prompt.taskId}/messages`, {
    content: 'Too late',
  });
  expect(late.status).toBe(403);
});

it('starts no run for a message that is said as the last question closes', async () => {
  const asking = mcp.call('ask_human', { message: 'Go on?' });
  const prompt = await mcp.asked();
  const { services } = mcp.server;
  let isOver = false;
  // The task is read, and its run ends before the message is recorded.
  const end = async () => {
    if (isOver) return;
    isOver = true;
    await mcp.answer(prompt, { type: 'edit', content: { value: { answer: 'Yes' } } });
    await mcp.server.untilStatus(prompt.taskId, 'finished');
  };
  const { registry, runInputs } = services;
  const descriptor = registry.descriptor.bind(registry);
  const following = runInputs.following.bind(runInputs);
  vi.spyOn(registry, 'descriptor').mockImplementation(async (id) => {
    await end();
    return descriptor(id);
  });
  vi.spyOn(runInputs, 'following').mockImplementation(async (input) => {
    await end();
    return following(input);
  });
  const said = await mcp.server.request('POST', `/api/tasks/${prompt.taskId}/messages`, {
    content: 'One more thing',
  });
  expect(isOver).toBe(true);
  expect(said.status).toBe(403);
  expect((await asking).data).toMatchObject({ status: 'answered' });
  const runs = await services.journal.read.all(
    'SELECT id FROM runs WHERE thread = ?',
    prompt.taskId,
  );
  expect(runs).toHaveLength(1);
});

it('gives the messages of operators in the order in which they were said', async () => {
  const asking = mcp.call('ask_human', { message: 'Go on?' });
  const prompt = await mcp.asked();
  const { read } = mcp.server.services.journal;
  const contents = Array.from({ length: 8 }, (_, index) => `Message ${index}`);
  for (const [index, content] of contents.entries()) {
    await mcp.server.request('POST', `/api/tasks/${prompt.taskId}/messages`, { content });
    while ((await read.all('SELECT 1 FROM mcp_words')).length <= index) await setImmediate();
  }
  await mcp.answer(prompt, { type: 'edit', content: { value: { answer: 'Yes' } } });
  expect((await asking).data['operator_messages']).toEqual(
    contents.map((text) => ({ by: 'admin', text })),
  );
});

it('is stopped by an operator: the question is withdrawn and the client is informed', async () => {
  const asking = mcp.call('ask_human', { message: 'Go on?' });
  const prompt = await mcp.asked();
  await mcp.server.request('POST', `/api/tasks/${prompt.taskId}/control`, {
    action: 'stop',
    idempotencyKey: 'stop-3f2b6c1e-9d5a',
  });
  expect((await asking).data).toMatchObject({ status: 'withdrawn' });
  await mcp.server.untilStatus(prompt.taskId, 'cut-off');
});

it('belongs to its client: another one does not find its question', async () => {
  const { data } = await mcp.call('ask_human', { message: 'Mine?', wait_seconds: 0 });
  const other = await mcp.addClient('Script of Bo');
  await mcp.connect({ token: other.token });
  const found = await mcp.call('get_answer', { question_id: data['question_id'] });
  expect(found).toMatchObject({ isError: true });
});

it('refuses a question that cannot be answered, without opening a prompt', async () => {
  let deep: object = { type: 'string' };
  for (let level = 0; level < 3_000; level += 1) deep = { type: 'array', items: deep };
  const calls: [string, JsonObject][] = [
    ['ask_human', { message: '' }],
    ['ask_human', { message: 'Hm?', options: ['a'], schema: { type: 'string' } }],
    ['ask_human', { message: 'Hm?', schema: { type: 'integer' }, default: 'many' }],
    ['ask_human', { message: 'Hm?', context: 'x'.repeat(600_000) }],
    ['ask_human', { message: 'Hm \ud800?' }],
    ['ask_human', { message: 'Deep?', schema: { type: 'object', properties: { deep } } }],
    ['request_approval', { action: 'rm', arguments: { text: 'y'.repeat(600_000) } }],
    ['request_approval', { action: 'rm', if_unanswered: 'approve' }],
    ['unheard_of', {}],
  ];
  const refused: { isError: boolean }[] = [];
  for (const [name, args] of calls) {
    // Some are refused before they reach a tool.
    const result = mcp.call(name, { ...args, wait_seconds: 0 }).catch(() => ({ isError: true }));
    refused.push(await result);
  }
  expect(refused.map(({ isError }) => isError)).toEqual(refused.map(() => true));
  expect(await mcp.server.services.journal.read.all('SELECT id FROM prompts')).toEqual([]);
});
