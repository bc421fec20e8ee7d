import { afterEach, expect, it } from 'vitest';
import { type Crowd, startCrowd } from '../testing/crowd.ts';

let crowd: Crowd;
afterEach(() => crowd?.close());

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
  const { classKey } = crowd.prompt(plain!.id);
  expect(await found(`classKey=${encodeURIComponent(classKey)}&snoozed=false`)).toEqual([
    'held',
    'plain',
  ]);
  expect(crowd.prompt(critical!.id).classKey).not.toBe(classKey);
  expect((await crowd.harness.request('GET', '/api/prompts?severity=huge')).status).toBe(400);
});
