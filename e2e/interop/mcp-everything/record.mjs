// Records the traffic between the reference client and this server, as a tape for the unit tests.
import { mkdirSync, writeFileSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { startCounterpart, versionOf } from '../recorder.mjs';

const folder = new URL('../../../packages/testkit/tapes/mcp-everything/', import.meta.url);
const { stop, url } = await startCounterpart('mcp-everything');
const exchanges = [];
const recording = [];

/** Keeps what is sent and received; the stream that the server opens for itself says nothing here. */
const fetchAndKeep = async (address, init = {}) => {
  const response = await fetch(address, init);
  if (init.method !== 'POST') return response;
  const { pathname } = new URL(address);
  const type = response.headers.get('content-type') ?? '';
  const kept = {
    request: { method: 'POST', path: pathname, body: JSON.parse(init.body) },
    response: { status: response.status, headers: { 'content-type': type }, text: '' },
  };
  exchanges.push(kept);
  const keep = response.clone().text();
  recording.push(
    keep.then((text) => {
      kept.response.text = text;
    }),
  );
  return response;
};

const client = new Client(
  { name: 'recorder', version: '1.0.0' },
  {
    capabilities: { elicitation: { form: {}, url: {} }, sampling: {} },
    versionNegotiation: { mode: 'auto' },
  },
);
client.setRequestHandler('elicitation/create', ({ params }) =>
  params.mode === 'url'
    ? { action: 'accept' }
    : 'interpretation' in (params.requestedSchema?.properties ?? {})
      ? { action: 'accept', content: { interpretation: 'snake' } }
      : {
          action: 'accept',
          content: {
            name: 'Ada Lovelace',
            check: true,
            firstLine: 'Call me Ishmael.',
            email: 'ada@example.com',
            homepage: 'https://ada.example/',
            birthdate: '1815-12-10',
            integer: 7,
            number: 2.5,
            untitledSingleSelectEnum: 'Ross',
            untitledMultipleSelectEnum: ['Drums', 'Bass'],
            titledSingleSelectEnum: 'hero-3',
            titledMultipleSelectEnum: ['fish-2', 'fish-3'],
            legacyTitledEnum: 'pet-4',
          },
        },
);
client.setRequestHandler('sampling/createMessage', () => ({
  role: 'assistant',
  content: { type: 'text', text: 'Green' },
  model: 'human',
  stopReason: 'endTurn',
}));

await client.connect(new StreamableHTTPClientTransport(new URL(url), { fetch: fetchAndKeep }));
await client.listTools();
await client.listResources();
await client.listResourceTemplates();
await client.listPrompts();
const call = (name, args, options) => client.callTool({ name, arguments: args }, options);
await call('echo', { message: 'Is anybody there?' });
await call('trigger-elicitation-request', {});
await call('trigger-url-elicitation', {
  url: 'https://bank.example/pay?invoice=61',
  elicitationId: 'pay-61',
});
await call('trigger-sampling-request', { prompt: 'Name a colour.' });
await call('trigger-long-running-operation', { duration: 0.3, steps: 3 }, { onprogress: () => {} });
await call('get-structured-content', { location: 'New York' });
await call('get-resource-reference', { resourceType: 'Text', resourceId: 3 });
await Promise.allSettled(recording);
const session = exchanges.splice(0);

// A long call, as a task: the library has no words for these.
const any = { '~standard': { version: 1, vendor: 'recorder', validate: (value) => ({ value }) } };
const task = await client.request(
  {
    method: 'tools/call',
    params: {
      name: 'simulate-research-query',
      arguments: { topic: 'python', ambiguous: true },
      task: { ttl: 86_400_000 },
    },
  },
  any,
);
const params = { taskId: task.task.taskId };
// What the server asks meanwhile comes with the result.
await client.request({ method: 'tasks/result', params }, any, { timeout: 60_000 });
await client.request({ method: 'tasks/get', params }, any);
await Promise.allSettled(recording);
await client.close();
stop();

mkdirSync(folder, { recursive: true });
const origin = {
  name: 'the MCP reference server that exercises all of the protocol',
  version: `@modelcontextprotocol/server-everything ${versionOf('mcp-everything', '@modelcontextprotocol/server-everything')}, revision ${client.getNegotiatedProtocolVersion() ?? '2025-11-25'}`,
  how: 'started by e2e/interop/mcp-everything, driven by the Client of @modelcontextprotocol/client',
  recordedAt: new Date().toISOString(),
};
// The handshake and the lists are the same for both.
const opening = session.filter(({ request }) =>
  /^(initialize|server\/|notifications\/|tools\/list|resources\/|prompts\/)/.test(
    request.body.method ?? '',
  ),
);
for (const [name, kept] of Object.entries({ session, task: [...opening, ...exchanges] })) {
  const json = `${JSON.stringify({ origin, exchanges: kept }, null, 1)}\n`;
  writeFileSync(new URL(`${name}.json`, folder), json);
  process.stdout.write(`${name}: ${kept.length} exchanges, ${json.length} bytes\n`);
}
process.exit(0);
