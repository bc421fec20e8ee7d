import { join } from 'node:path';
import { type Asking, startAsking } from '@countersign/bff/testing/asking';
import {
  begun,
  callTool,
  type Foreign,
  interrupt,
  startForeign,
} from '@countersign/bff/testing/foreign';
import { afterEach, expect, it } from 'vitest';
import { openDatabase } from '../store/sqlite/database.ts';

let asking: Asking | undefined;
let foreign: Foreign | undefined;
afterEach(async () => {
  await asking?.close();
  await foreign?.close();
  asking = undefined;
  foreign = undefined;
});

const odd = `projects/acme ~*%/ü?#${'7c9a0d52-9b0e-4d8f-9a53-0d9f5b7f3e20/'.repeat(6)}`;

it.each([
  ['of LangGraph', '0f6f5e2a-9b11-4c7b-8a54-3f2b6c1e9d5a'],
  ['long and full of signs', odd],
])('an interrupt whose id is %s is read and answered', async (_, id) => {
  foreign = await startForeign('ag-ui');
  const run = await begun(foreign, 0);
  const toolCallId = 'call_Yk3uTq0vJX8m2LrPzN5aWcDe';
  callTool(run, toolCallId, 'sendEmail', { to: 'a@b.com' });
  interrupt(run, { id, reason: 'tool_call', toolCallId });
  const [prompt] = await foreign.open(1);
  expect(prompt!.id).toMatch(/^[0-9a-z]{26}$/);
  expect((await foreign.prompt(prompt!.id)).source.id).toBe(id);
  expect((await foreign.decide(prompt!, { type: 'approve' })).status).toBe(201);
  expect((await foreign.run(1)).input.resume).toMatchObject([{ interruptId: id }]);
});

it('a prompt named by an older release is reachable, revised and answered under that name', async () => {
  asking = await startAsking();
  const messageId = odd;
  const { id } = await asking.ask({ messageId });
  const old = `${asking.taskId}~${encodeURIComponent(messageId)}`;
  expect(old.length).toBeGreaterThan(250);
  await asking.restart(0, (directory) => {
    const store = openDatabase(join(directory, 'countersign.db'), 'write');
    store.run('UPDATE prompts SET id = ? WHERE id = ?', old, id);
    store.close();
  });
  asking.say({ messageId, ask: 'Shall I really?' });
  const { harness } = asking;
  await harness.until(() => asking?.changes('prompt').includes('revised'));
  const revised = await asking.prompt(old);
  expect(revised).toMatchObject({ id: old, state: 'open', ask: 'Shall I really?' });
  expect((await asking.decide(revised)).status).toBe(201);
  expect((await asking.agent.feedback(0)).message.parentMessageId).toBe(messageId);
});

it('an address that is too long, or that cannot be decoded, gets a problem', async () => {
  asking = await startAsking();
  const { request } = asking.harness;
  const long = await request('GET', `/api/prompts/${'x'.repeat(9_000)}`);
  expect(long.status).toBe(414);
  expect(long.headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(long.body).toMatchObject({ type: expect.stringMatching(/\/uri-too-long$/), status: 414 });
  const unreadable = await request('GET', '/api/prompts/%E0%A4%A');
  expect(unreadable.status).toBe(400);
  expect(unreadable.body.type).toMatch(/\/invalid-request$/);
});
