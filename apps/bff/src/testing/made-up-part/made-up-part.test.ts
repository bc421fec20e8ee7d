import { afterEach, expect, it } from 'vitest';
import { parts } from '../../parts.ts';
import { type Harness, startHarness } from '../harness.ts';
import { streets } from './part.ts';

let harness: Harness | null = null;
afterEach(async () => harness?.close());

it('a part is one folder and one line: it asks, is answered, has a route, and ends', async () => {
  harness = await startHarness({ partList: [streets, ...parts] });
  const { kernel, request } = harness;
  const { ask, answers, life } = streets.of(kernel);
  await ask('Long Lane');
  const [asked] = (await request('GET', '/api/prompts?status=open')).body.items;
  const { id = '', digest = '' } = asked ?? {};
  const answer = { feedback: { type: 'approve' }, digest, idempotencyKey: 'street-1' };
  const sent = await request('POST', `/api/prompts/${encodeURIComponent(id)}/decisions`, answer);
  expect(sent.status).toBe(201);
  await harness.until(() => answers.length > 0);
  expect((await request('GET', '/streets')).body).toEqual({ answers: ['Long Lane: approve'] });
  await harness.close();
  harness = null;
  expect(life).toEqual(['taken up', 'dismissed', 'closed']);
});
