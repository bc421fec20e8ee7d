import { createManualClock } from '@countersign/bff/testing/manual-clock';
import { type Crowd, startCrowd } from '@countersign/bff/testing/prompt-crowd';
import { openStream, type StreamFrames } from '@countersign/bff/testing/stream-frames';
import { afterEach, expect, it } from 'vitest';

let crowd: Crowd;
const open: StreamFrames[] = [];
afterEach(async () => {
  for (const stream of open.splice(0)) stream.close();
  await crowd?.close();
});
type Signed = { authorization: string };
const pathOf = (id: string) => `/api/prompts/${encodeURIComponent(id)}/draft`;
const read = async (id: string, by: Signed) =>
  (await crowd.harness.request('GET', pathOf(id), undefined, by)).body;
const save = (id: string, body: unknown, by: Signed & { 'countersign-tab'?: string }) =>
  crowd.harness.request('PUT', pathOf(id), body, by);
const decide = (prompt: { id: string; digest: string }, by: Signed) =>
  crowd.harness.request(
    'POST',
    `/api/prompts/${encodeURIComponent(prompt.id)}/decisions`,
    { feedback: { type: 'approve' }, digest: prompt.digest, idempotencyKey: `key-${prompt.id}` },
    by,
  );

it('is per operator, replaced, discarded, and limited in size', async () => {
  crowd = await startCrowd();
  const { ann, bob } = await crowd.join(['ann', 'bob']);
  const [prompt] = await crowd.ask(['p1']);
  expect((await save(prompt!.id, { text: 'one' }, ann)).status).toBe(204);
  await save(prompt!.id, { text: 'two' }, ann);
  await save(prompt!.id, 'of bob', bob);
  expect(await read(prompt!.id, ann)).toEqual({ text: 'two' });
  expect((await save(prompt!.id, 'x'.repeat(200_001), ann)).status).toBe(413);
  const remove = (id: string) => crowd.harness.request('DELETE', pathOf(id), undefined, ann);
  expect((await remove(prompt!.id)).status).toBe(204);
  expect((await remove(prompt!.id)).status).toBe(204);
  expect((await remove('none')).status).toBe(404);
  expect(await read(prompt!.id, ann)).toBeNull();
  expect(await read(prompt!.id, bob)).toBe('of bob');
  const { vera } = await crowd.join(['vera'], 'viewer');
  expect((await save(prompt!.id, 'x', vera)).status).toBe(403);
});

it('is sent to the other tabs of its operator, and to no other operator', async () => {
  crowd = await startCrowd();
  const url = await crowd.harness.listen();
  const { ann, bob } = await crowd.join(['ann', 'bob']);
  const [prompt] = await crowd.ask(['p1']);
  const [mine, theirs] = [await openStream(url, ann), await openStream(url, bob)];
  open.push(mine, theirs);
  await save(prompt!.id, 'x', { ...ann, 'countersign-tab': 'tab-7' });
  expect(await mine.until(() => mine.news('draft')[0])).toEqual({
    promptId: prompt!.id,
    tab: 'tab-7',
  });
  expect(mine.frames.find((frame) => frame.event === 'draft')?.id).toBeUndefined();
  await save(prompt!.id, 'y', bob);
  await theirs.until(() => theirs.news('draft')[0]);
  expect(theirs.news('draft')).toEqual([{ promptId: prompt!.id, tab: null }]);
  await crowd.harness.request('DELETE', pathOf(prompt!.id), undefined, ann);
  await mine.until(() => mine.news('draft').length === 2);
});

it('survives a restart, and is removed when the answer was sent', async () => {
  const clock = createManualClock();
  crowd = await startCrowd({ clock, script: { headers: { 'hai-resume': 'last-event-id' } } });
  const { ann, bob } = await crowd.join(['ann', 'bob']);
  const [prompt] = await crowd.ask(['p1']);
  await save(prompt!.id, 'mine', ann);
  await save(prompt!.id, 'theirs', bob);
  await crowd.restart(() => clock.advance(60_000));
  expect(await read(prompt!.id, ann)).toBe('mine');
  expect((await decide(prompt!, ann)).status).toBe(201);
  await crowd.agent.feedback(0);
  await crowd.harness.until(() =>
    crowd.harness
      .facts(crowd.taskId, 'countersign.decision')
      .some((fact) => fact.change === 'delivered'),
  );
  expect(await read(prompt!.id, ann)).toBeNull();
  expect(await read(prompt!.id, bob)).toBeNull();
  // A last save arrives after the answer: nothing of it is kept.
  const late = await save(prompt!.id, 'late', bob);
  expect(late.status).toBe(409);
  expect(late.body.type).toMatch(/prompt-answered$/);
  expect(await read(prompt!.id, bob)).toBeNull();
  // To the author of the answer that is no failure.
  expect((await save(prompt!.id, 'late', ann)).status).toBe(204);
  expect(await read(prompt!.id, ann)).toBeNull();
});

it('is restored with a recalled answer', async () => {
  const clock = createManualClock();
  crowd = await startCrowd({ clock, policy: { recallMs: 5_000 } });
  const { ann } = await crowd.join(['ann']);
  const [prompt] = await crowd.ask(['p1']);
  await save(prompt!.id, 'mine', ann);
  const { body } = await decide(prompt!, ann);
  // The last save was on its way when the answer was recorded.
  expect((await save(prompt!.id, 'mine, and more', ann)).status).toBe(204);
  const recalled = await crowd.harness.request(
    'POST',
    `/api/decisions/${body.decisionId}/recall`,
    {},
    ann,
  );
  expect(recalled.status).toBe(200);
  expect((await crowd.prompt(prompt!.id)).state).toBe('open');
  expect(await read(prompt!.id, ann)).toBe('mine, and more');
});
