import { type Crowd, startCrowd } from '@countersign/bff/testing/prompt-crowd';
import { afterEach, expect, it } from 'vitest';

let crowd: Crowd;
afterEach(() => crowd?.close());

it('a note for the next shift is read by everyone who comes after, and written once', async () => {
  crowd = await startCrowd();
  const { ann, bob } = await crowd.join(['ann', 'bob']);
  const { request } = crowd.harness;
  const write = (text: string, idempotencyKey: string) =>
    request('POST', '/api/shift-notes', { text, idempotencyKey }, ann);
  expect((await write('  ', 'empty-note')).status).toBe(400);
  const first = await write('The crawler is off until Mei has looked.', 'first-note');
  expect(first.status).toBe(201);
  const again = await write('The crawler is off until Mei has looked.', 'first-note');
  expect(again.body.id).toBe(first.body.id);
  const read = async (after: number) =>
    (await request('GET', `/api/shift-notes?after=${after}`, undefined, bob)).body.items;
  expect(await read(0)).toMatchObject([
    { by: 'ann', name: 'ann', text: 'The crawler is off until Mei has looked.' },
  ]);
  expect(await read(Number.MAX_SAFE_INTEGER)).toEqual([]);
});
