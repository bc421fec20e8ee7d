// Records the traffic between the A2A SDK's own client and server, as tapes for the unit tests.
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { ClientFactory, JsonRpcTransportFactory, RestTransportFactory } from '@a2a-js/sdk/client';
import { startCounterpart, versionOf } from '../recorder.mjs';

const folder = new URL('../../../packages/testkit/tapes/a2a/', import.meta.url);
const { stop, ...urls } = await startCounterpart('a2a');
const message = (text, more = {}) => ({
  message: {
    messageId: randomUUID(),
    contextId: '',
    taskId: '',
    role: 1,
    parts: [
      { content: { $case: 'text', value: text }, metadata: undefined, filename: '', mediaType: '' },
    ],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
    ...more,
  },
  configuration: undefined,
  metadata: undefined,
  tenant: '',
});

async function record(name, url) {
  const exchanges = [];
  const fetchImpl = async (address, init = {}) => {
    const response = await fetch(address, init);
    const text = await response.text();
    const { pathname } = new URL(address);
    const type = response.headers.get('content-type') ?? '';
    exchanges.push({
      request: {
        method: init.method ?? 'GET',
        path: pathname,
        body: JSON.parse(init.body ?? 'null'),
      },
      response: { status: response.status, headers: { 'content-type': type }, text },
    });
    return new Response(text, { status: response.status, headers: { 'content-type': type } });
  };
  const card = await (await fetchImpl(`${url}/.well-known/agent-card.json`)).json();
  const legacyCompat = { enabled: true };
  const factory = new ClientFactory({
    transports: [
      new JsonRpcTransportFactory({ fetchImpl, legacyCompat }),
      new RestTransportFactory({ fetchImpl, legacyCompat }),
    ],
    preferredTransports: name.includes('rest') ? ['HTTP+JSON'] : ['JSONRPC'],
  });
  const version = card.supportedInterfaces?.[0]?.protocolVersion ?? card.protocolVersion;
  const client = await factory.createFromAgentCard({
    ...card,
    securitySchemes: {},
    securityRequirements: [],
    signatures: [],
    supportedInterfaces: card.supportedInterfaces,
  });
  const say = async (params) => {
    let seen = {};
    for await (const event of client.sendMessageStream(params)) {
      const { value } = event.payload ?? event;
      seen = {
        taskId: value?.taskId || seen.taskId || value?.id,
        contextId: value?.contextId || seen.contextId,
      };
    }
    return seen;
  };
  const { taskId, contextId } = await say(message('Book a train'));
  await say(message('9:10', { taskId, contextId }));
  await client.getTask({ id: taskId, tenant: '', historyLength: 50 });
  mkdirSync(folder, { recursive: true });
  const origin = {
    name: 'the A2A SDK’s own server',
    version: `@a2a-js/sdk ${versionOf('a2a', '@a2a-js/sdk')}, protocol ${version}`,
    how: 'the agent of e2e/interop/a2a, driven by the Client of @a2a-js/sdk/client',
    recordedAt: new Date().toISOString(),
  };
  const json = `${JSON.stringify({ origin, exchanges }, null, 1)}\n`;
  writeFileSync(new URL(`${name}.json`, folder), json);
  process.stdout.write(`${name}: ${exchanges.length} exchanges, ${json.length} bytes\n`);
}

await record('rpc-1.0', urls.rpc);
await record('rest-1.0', urls.rest);
await record('rpc-0.3', urls.old);
await record('rest-0.3', urls.oldRest);
stop();
