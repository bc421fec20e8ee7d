import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { selectorComparisonSchema, signifierListSchema } from '@countersign/api/environment';
import {
  type EnvironmentRoom,
  openEnvironmentRoom,
} from '@countersign/bff/testing/environment-room';
import { createManualClock } from '@countersign/bff/testing/manual-clock';
import { afterEach, expect, it } from 'vitest';

const open: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** What the model answers; null = it does not answer at all. */
let said: string | null;
let bodies: string[];
const clock = createManualClock();

/** A server with a model over HTTP that returns what the test sets. */
async function start(selection: 'verify' | 'judge'): Promise<EnvironmentRoom> {
  bodies = [];
  const server = createServer(async (incoming, response) => {
    let text = '';
    for await (const chunk of incoming) text += chunk;
    bodies.push(text);
    if (said === null) return;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content: said } }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const samplingModel = { url: `http://127.0.0.1:${port}/v1`, model: 'llama-3.3', key: null };
  const room = await openEnvironmentRoom({ clock, samplingModel, selection });
  open.push(room.close);
  await room.registerAll();
  return room;
}

const context = 'The agent wants to read the user goal';

async function ranked(room: EnvironmentRoom) {
  const { body } = await room
    .harness()
    .request('POST', '/api/environment/selection', { context, abilities: [] });
  const { model, items } = signifierListSchema.parse(body);
  const recommended = items.filter(({ rank }) => rank?.decision === 'recommended');
  return { model, recommended: recommended.map(({ signifier }) => signifier.label) };
}

/** The number under which a signifier was put to the model. */
function numberOf(label: string): number {
  const { messages } = JSON.parse(bodies[0] ?? '');
  const { signifiers } = JSON.parse(messages.at(-1).content);
  return signifiers.find((one: { label: string }) => one.label === label).number;
}

it('a model may add to what is recommended, and is asked once about the same', async () => {
  const room = await start('verify');
  said = '{"relevant":[]}';
  const first = await ranked(room);
  expect(first.model).toEqual({ name: 'llama-3.3', state: 'used' });
  expect(first.recommended).toContain('goal_mcp_CurrentGoal');
  expect(await ranked(room)).toEqual(first);
  expect(bodies).toHaveLength(1);
  const number = numberOf('arm_utcp_pose');

  // What operators note is another question.
  const id = await room.idOf('arm_wot_pose');
  const note = { isPinned: true, isHidden: false, examples: [], version: 0 };
  await room.harness().request('PUT', `/api/environment/signifiers/${id}/note`, note);
  said = `{"relevant":[${number + 1}]}`;
  expect((await ranked(room)).recommended.length).toBeGreaterThan(first.recommended.length);
  expect(bodies).toHaveLength(2);
});

it('a model that judges may also remove', async () => {
  const room = await start('judge');
  said = '{"relevant":[]}';
  expect(await ranked(room)).toMatchObject({ model: { state: 'used' }, recommended: [] });
  const compared = await room.harness().request('POST', '/api/environment/comparison', { context });
  const { selectors, model } = selectorComparisonSchema.parse(compared.body);
  expect(model).toEqual({ name: 'llama-3.3', state: 'used' });
  expect(selectors).toMatchObject([
    { selector: 'words', recommended: [expect.any(String)] },
    { selector: 'meaning' },
    { selector: 'notes' },
    { selector: 'model', recommended: [] },
  ]);
  // It is not asked again about what it was asked already.
  expect(bodies).toHaveLength(1);
});

it('a model that does not answer, or not as asked, changes nothing, and is left alone for a while', async () => {
  const room = await start('judge');
  said = 'I would rather not.';
  const without = await ranked(room);
  expect(without).toMatchObject({
    model: { state: 'failed' },
    recommended: ['goal_mcp_CurrentGoal'],
  });
  await ranked(room);
  expect(bodies).toHaveLength(1);
  clock.advance(31_000);
  said = null;
  const late = ranked(room);
  await expect.poll(() => bodies.length).toBe(2);
  clock.advance(5_000);
  expect(await late).toEqual(without);
});
