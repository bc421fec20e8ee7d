import { type GatewayHarness, startGatewayHarness } from '@countersign/bff/testing/gateway-harness';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { approvalLog } from './approvals.ts';

let gateway: GatewayHarness;
beforeEach(async () => {
  gateway = await startGatewayHarness();
});
afterEach(() => gateway.close());

it('an operator who calls through the gateway does not allow the own call; another one does', async () => {
  await gateway.open(await gateway.servePainter(), { approval: true });
  const hire = async (id: string) => {
    const { body } = await gateway.request('POST', '/api/operators', {
      id,
      name: id,
      role: 'operator',
    });
    return String(body.token);
  };
  const [eve, ann] = [await hire('eve'), await hire('ann')];
  const message = {
    kind: 'message',
    messageId: 'm-1',
    role: 'user',
    parts: [{ kind: 'text', text: 'blue' }],
  };
  const called = gateway.a2a('message/send', { message }, { token: eve });
  const prompt = await gateway.asked(approvalLog);
  const allow = (token: string) =>
    gateway.request(
      'POST',
      `/api/prompts/${encodeURIComponent(prompt.id)}/decisions`,
      { feedback: { type: 'approve' }, digest: prompt.digest, idempotencyKey: crypto.randomUUID() },
      { authorization: `Bearer ${token}` },
    );
  const own = await allow(eve);
  expect(own.status).toBe(403);
  expect(own.body).toMatchObject({ statement: { code: 'decide.own-call' } });
  expect((await allow(ann)).status).toBe(201);
  await called;
});
