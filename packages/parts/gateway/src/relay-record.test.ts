import { type GatewayHarness, startGatewayHarness } from '@countersign/bff/testing/gateway-harness';
import type { JsonObject } from '@countersign/json/json-object';
import { recordIn } from '@countersign/part-desk/relayed/relay-record';
import { firstInputOf } from '@countersign/part-desk/rows/runs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { approvalLog } from './approvals.ts';

let gateway: GatewayHarness;
beforeEach(async () => {
  gateway = await startGatewayHarness();
});
afterEach(() => gateway.close());

const lost = ['The media types that the caller accepts are not passed on: text/plain.'];
const send = async (more: JsonObject = {}): Promise<string> => {
  const parts = [{ kind: 'text', text: 'the hall' }];
  const message = { kind: 'message', messageId: crypto.randomUUID(), role: 'user', parts };
  const configuration = { blocking: false, ...more };
  const { result } = await gateway.a2a('message/send', { message, configuration });
  return String((result as JsonObject)['id']);
};
const recordOf = async (taskId: string) =>
  recordIn((await firstInputOf(gateway.services.journal.read, taskId))?.input ?? '');

it('what of a request its agent does not get is in the record of the call, in the journal', async () => {
  await gateway.open(await gateway.servePainter());
  const wishes = { acceptedOutputModes: ['text/plain'] };
  expect(await recordOf(await send(wishes))).toMatchObject({ caller: 'registrant', lost });
  expect(await recordOf(await send())).not.toHaveProperty('lost');
});

it('it is in the question whether the call may be made, and stays in the record', async () => {
  await gateway.open(await gateway.servePainter(), { approval: true });
  const taskId = await send({ acceptedOutputModes: ['text/plain'] });
  const prompt = await gateway.asked(approvalLog);
  expect(prompt.message.payload).toMatchObject({ lost });
  await gateway.decide(prompt, { type: 'approve' });
  await gateway.asked(taskId);
  expect(await recordOf(taskId)).toMatchObject({ lost });
});
