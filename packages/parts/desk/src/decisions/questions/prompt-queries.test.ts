import { type Asking, startAsking } from '@countersign/bff/testing/asking';
import { type Crowd, startCrowd } from '@countersign/bff/testing/prompt-crowd';
import { afterEach, expect, it } from 'vitest';

let crowd: Crowd;
let asking: Asking;
afterEach(async () => {
  await crowd?.close();
  await asking?.close();
});

it('finds prompts by severity, snooze, class and holder', async () => {
  crowd = await startCrowd();
  const { ann } = await crowd.join(['ann']);
  const [plain, held, asleep] = await crowd.ask(['plain', 'held', 'asleep']);
  const [critical] = await crowd.ask(['critical'], { severity: 'critical', payload: { x: 1 } });
  const of = (id: string) => `/api/prompts/${encodeURIComponent(id)}`;
  await crowd.harness.request('POST', `${of(held!.id)}/claim`, {}, ann);
  const snooze = { until: Date.now() + 3_600_000, reason: 'Later' };
  await crowd.harness.request('POST', `${of(asleep!.id)}/snooze`, snooze, ann);
  const found = async (query: string) => {
    const { body } = await crowd.harness.request('GET', `/api/prompts?${query}`);
    return body.items
      .map((prompt: { message: { messageId: string } }) => prompt.message.messageId)
      .sort();
  };
  expect(await found('severity=critical')).toEqual(['critical']);
  expect(await found('snoozed=true')).toEqual(['asleep']);
  expect(await found('snoozed=false')).toEqual(['critical', 'held', 'plain']);
  expect(await found('claimedBy=ann')).toEqual(['held']);
  expect(await found('claimedBy=')).toEqual(['asleep', 'critical', 'plain']);
  const { classKey } = await crowd.prompt(plain!.id);
  expect(await found(`classKey=${encodeURIComponent(classKey)}&snoozed=false`)).toEqual([
    'held',
    'plain',
  ]);
  expect((await crowd.prompt(critical!.id)).classKey).not.toBe(classKey);
  expect((await crowd.harness.request('GET', '/api/prompts?severity=huge')).status).toBe(400);
});

it('finds closed prompts, the latest first, by who decided and whether they were seen', async () => {
  asking = await startAsking();
  const due = (ms: number) => ({
    expiresAt: new Date(asking.clock.now() + ms).toISOString(),
    defaultFeedback: { type: 'reject' },
  });
  const looked = await asking.ask({ messageId: 'looked-at', ...due(2_000) });
  await asking.ask({ messageId: 'nobody-saw-it', ...due(1_000) });
  const answered = await asking.ask({ messageId: 'answered' });
  await asking.ask({ messageId: 'open' });
  const looks = `/api/prompts/${encodeURIComponent(looked.id)}/presence`;
  const look = { tab: 'tab-of-a-test', mode: 'viewing' };
  expect((await asking.harness.request('PUT', looks, look)).status).toBe(204);
  asking.clock.advance(500);
  expect((await asking.decide(answered)).status).toBe(201);
  const answeredAt = asking.clock.now();
  await asking.pass(500);
  await asking.pass(1_000);
  const found = async (query: string) => {
    const { body } = await asking.harness.request('GET', `/api/prompts?${query}`);
    const names = body.items.map(
      ({ message }: { message: { messageId: string } }) => message.messageId,
    );
    return { names, next: body.nextCursor };
  };
  const closed = await found('order=closed');
  expect(closed.names).toEqual(['looked-at', 'nobody-saw-it', 'answered']);
  const first = await found('order=closed&limit=2');
  expect(first.names).toEqual(['looked-at', 'nobody-saw-it']);
  const rest = await found(`order=closed&limit=2&cursor=${encodeURIComponent(String(first.next))}`);
  expect(rest).toEqual({ names: ['answered'], next: null });
  expect((await found('order=closed&defaulted=true&seen=false')).names).toEqual(['nobody-saw-it']);
  expect((await found('order=closed&defaulted=false')).names).toEqual(['answered']);
  expect((await found(`order=closed&closedAfter=${answeredAt}`)).names).toEqual([
    'looked-at',
    'nobody-saw-it',
  ]);
});
