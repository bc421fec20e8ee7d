import { createAgent } from '@countersign/agent/agent';
import { bookingDesk } from '@countersign/bff/testing/gateway-agents';
import { type GatewayHarness, startGatewayHarness } from '@countersign/bff/testing/gateway-harness';
import { type JsonObject, memberOf } from '@countersign/json/json-object';
import { startA2aAgent, statusUpdate, taskIn } from '@countersign/testkit/a2a-agent';
import { acpMessage, acpRun, acpText, startAcpAgent } from '@countersign/testkit/acp-agent';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';

const card = '4111 1111 1111 1111';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const textOf = (value: unknown) => Buffer.from(String(value), 'base64').toString();

let gateway: GatewayHarness;
beforeEach(async () => {
  gateway = await startGatewayHarness();
});
afterEach(() => gateway.close());

const fileOf = (name: string, mimeType: string, text: string) => ({
  kind: 'file',
  file: { name, mimeType, bytes: base64(text) },
});
const files = [
  fileOf('note.txt', 'text/plain', `Pay with ${card}, thänks`),
  fileOf('row.json', 'application/json', `{ "card": "${card}", "note": "a" }`),
  fileOf('plain.csv', 'text/csv', 'a,b'),
  fileOf('scan.png', 'image/png', card),
];
const send = (service: string, sent = files) => {
  const parts = [{ kind: 'text', text: `Keep these for ${card}.` }, ...sent];
  const message = { kind: 'message', messageId: crypto.randomUUID(), role: 'user', parts };
  return gateway.a2a('message/send', { message }, { service, token: gateway.otherToken });
};
const audited = async (): Promise<unknown[]> => {
  const { body } = await gateway.request('GET', '/api/audit?limit=200');
  const items: unknown[] = body.items;
  return items.flatMap((one) =>
    memberOf(one, 'action') === 'gateway:masked' ? [memberOf(one, 'detail')] : [],
  );
};
const masked = ['Pay with [CARD], thänks', '{"card":"[CARD]","note":"a"}', 'a,b', card];

it('masks files of text and JSON for an agent of HAI, leaves others, and says so in the audit', async () => {
  let received: unknown[] = [];
  const agent = createAgent({
    ...{ id: 'clerk', name: 'Clerk', description: 'Keeps files.' },
    async run(context) {
      const { content } = context.input.messages.at(-1) ?? {};
      received = Array.isArray(content) ? content : [];
      await context.upformat({ state: 'completed' });
    },
  });
  await gateway.open(await gateway.serve(agent), { callers: ['other-crew'] });
  await send('clerk');
  const values = received.flatMap((part) => {
    const value = memberOf(memberOf(part, 'source'), 'value');
    return value === undefined ? [] : [textOf(value)];
  });
  expect(values).toEqual(masked);
  expect(await audited()).toContainEqual({ towards: 'agent', card: 3, 'unread-file': 1 });
});

it('masks them for an agent of A2A, and in what it returns', async () => {
  const agent = await startA2aAgent();
  onTestFinished(agent.close);
  await gateway.open(bookingDesk(agent), { callers: ['other-crew'] });
  // Its card takes texts only.
  const booked = send('booking', files.slice(0, 1));
  const { params } = await agent.called('SendStreamingMessage');
  const parts = memberOf(params['message'], 'parts');
  const sent = (Array.isArray(parts) ? parts : []).flatMap((part: unknown) => {
    const raw = memberOf(part, 'raw');
    return raw === undefined ? [] : [textOf(raw)];
  });
  expect(sent).toEqual(masked.slice(0, 1));
  agent.say({ task: taskIn('SUBMITTED') });
  const { taskId, contextId } = (statusUpdate('WORKING') as { statusUpdate: JsonObject })
    .statusUpdate;
  const returned = [
    { raw: base64(`Paid with ${card}`), filename: 'r.txt', mediaType: 'text/plain' },
  ];
  const artifact = { artifactId: 'receipt', parts: returned };
  agent.say({ artifactUpdate: { taskId, contextId, artifact, lastChunk: true } });
  agent.say(statusUpdate('COMPLETED'));
  const text = JSON.stringify((await booked).result);
  expect(text).toContain(base64('Paid with [CARD]'));
  expect(text).not.toContain(base64(`Paid with ${card}`));
});

it('masks words and files for an agent of ACP, and what it says', async () => {
  const agent = await startAcpAgent();
  onTestFinished(agent.close);
  const port = Number(new URL(agent.url).port);
  await gateway.open(
    {
      ...{ name: 'letter', protocol: 'http', host: '127.0.0.1', port, agent_protocol: 'acp' },
      agent_info: { acp_agent_manifest: agent.manifests[0] },
    },
    { callers: ['other-crew'] },
  );
  const kept = send('letter');
  const received = JSON.stringify((await agent.called('POST /runs')).body);
  expect(received).toContain('Keep these for [CARD].');
  expect(received).not.toContain(card);
  expect(received).not.toContain(base64(`Pay with ${card}, thänks`));
  agent.say({ type: 'run.created', run: acpRun('created') });
  agent.say({ type: 'message.created', message: acpMessage() });
  agent.say({ type: 'message.part', part: acpText(`Paid with ${card}.`) });
  const output = [acpMessage(acpText(`Paid with ${card}.`))];
  agent.say({ type: 'message.completed', message: output[0] });
  agent.say({ type: 'run.completed', run: acpRun('completed', { output }) });
  agent.end();
  const text = JSON.stringify((await kept).result);
  expect(text).toContain('Paid with [CARD].');
  expect(text).not.toContain(card);
});
