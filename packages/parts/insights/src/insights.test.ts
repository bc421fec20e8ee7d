import type { CountedPage, Insights } from '@countersign/api/records/insights';
import { type AskedToPay, startAskedToPay } from '@countersign/bff/testing/asked-to-pay';
import { afterEach, expect, it } from 'vitest';

let server: AskedToPay;
afterEach(() => server.close());

const period = () => {
  const now = Date.now();
  return `from=${now - 3_600_000}&to=${now + 60_000}`;
};
const get = async <Body>(path: string) =>
  (await server.harness.request('GET', path)).body as unknown as Body;
const figures = () => get<Insights>(`/api/insights?${period()}`);
const counted = (kind: string) =>
  get<CountedPage>(`/api/insights/questions?${period()}&kind=${kind}`);

it('counts a question when it is asked, read, answered and taken back', async () => {
  server = await startAskedToPay({ id: 'lead' }, { id: 'helper' });
  const { harness } = server;
  const { taskId } = await server.begin();
  server.ask('call_Yk3Xr0T9vQm2LpB7sNaW4dHc1');
  const prompt = await harness.untilPrompt(taskId, 'open');
  expect(await figures()).toMatchObject({ asked: 1, open: 1, by: { person: 0, nobody: 1 } });

  const path = `/api/prompts/${prompt.id}`;
  await harness.request('PUT', `${path}/presence`, { tab: 'tab-1', mode: 'viewing' });
  const answered = await harness.request('POST', `${path}/decisions`, {
    ...{ digest: prompt.digest, idempotencyKey: 'once-3f2b6c1e', feedback: { type: 'approve' } },
  });
  expect(answered.status).toBe(201);
  await harness.request('PUT', `${path}/presence`, { tab: 'tab-1', mode: 'gone' });
  await expect
    .poll(figures)
    .toMatchObject({ open: 0, by: { person: 1 }, answers: { approved: 1, unread: 1 } });
  const [source] = (await figures()).sources;
  expect(source).toMatchObject({ agentId: 'lead', asked: 1, approved: 1, example: prompt.id });
  expect((await counted('unread')).items).toMatchObject([
    { promptId: prompt.id, taskId, by: 'person', answer: 'approve', ask: prompt.ask },
  ]);
  expect((await counted('rejected')).items).toEqual([]);
});

it('refuses a period that it does not count', async () => {
  server = await startAskedToPay({ id: 'lead' }, { id: 'helper' });
  for (const query of ['from=2&to=1', 'from=0&to=40000000000', 'from=0', 'from=0&to=1&agnet=x']) {
    const { status } = await server.harness.request('GET', `/api/insights?${query}`);
    expect({ query, status }).toEqual({ query, status: 400 });
  }
});
