import { type AskedToPay, startAskedToPay } from '@countersign/bff/testing/asked-to-pay';
import { afterEach, expect, it } from 'vitest';

let server: AskedToPay;
afterEach(() => server.close());

it('says that the last blocking question of a task was rejected, until another one is answered', async () => {
  server = await startAskedToPay({ id: 'payer' }, { id: 'helper' });
  const { harness } = server;
  const { taskId } = await server.begin();
  const rejected = async () => (await harness.request('GET', `/api/tasks/${taskId}`)).body.rejected;
  const answer = async (callId: string, feedback: object) => {
    server.ask(callId);
    const { id, digest } = await harness.untilPrompt(taskId, 'open');
    const path = `/api/prompts/${encodeURIComponent(id)}/decisions`;
    const body = { digest, idempotencyKey: `once-${callId}`, feedback };
    expect((await harness.request('POST', path, body)).status).toBe(201);
  };
  expect(await rejected()).toBeUndefined();
  await answer('call_Yk3Xr0T9vQm2LpB7sNaW4dHc1', { type: 'reject', content: { reason: 'No' } });
  expect(await rejected()).toBe(true);
  const page = await harness.request('GET', '/api/tasks');
  expect(page.body.items).toMatchObject([{ id: taskId, rejected: true }]);
  await answer('call_Hc9mZ4eR1uKf6jPy3VoDt8Sw2', { type: 'approve' });
  expect(await rejected()).toBeUndefined();
});
