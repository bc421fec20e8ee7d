import { createServer } from 'node:http';
import { startHarness } from '@countersign/bff/testing/harness';
import { agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import { listenLocally } from '@countersign/testkit/local-server';
import { afterEach, expect, it } from 'vitest';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Asked {
  url: string | undefined;
  secret: unknown;
}

/** The card of an agent of a runtime that sends this text about its agents. */
async function cardFrom(
  text: string,
  { path = '/api/copilotkit/agent/default/run', status = 200, protocol = 'ag-ui' } = {},
) {
  const asked: Asked[] = [];
  const runtime = createServer((request, response) => {
    asked.push({ url: request.url, secret: request.headers['x-secret'] });
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  });
  const { origin, close } = await listenLocally(runtime);
  closing.push(close);
  const described = { id: 'desk', name: 'Desk', protocol, url: `${origin}${path}` };
  const headers = { 'x-secret': 'only-for-the-runtime' };
  const harness = await startHarness({
    agents: [agentDescriptorSchema.parse({ ...described, headers })],
  });
  closing.push(() => harness.close());
  const { status: answered, body } = await harness.request('GET', '/api/agents/desk/card');
  return { answered, body, asked, origin };
}

/** As CopilotKit's runtime 1.75.0 sends it. */
const info = (capabilities: object, name = 'default') =>
  JSON.stringify({
    version: '1.75.0',
    agents: { [name]: { name, description: '', className: 'BuiltInAgent', capabilities } },
    audioFileTranscriptionEnabled: false,
    mode: 'sse',
  });

const builtIn = {
  tools: { supported: true, clientProvided: true },
  transport: { streaming: true },
  humanInTheLoop: { interrupts: true },
};

it.each(['ag-ui', 'detect'])('of an agent of %s are read from its runtime', async (protocol) => {
  const { body, asked, origin } = await cardFrom(info(builtIn), { protocol });
  expect(asked).toEqual([{ url: '/api/copilotkit/info', secret: 'only-for-the-runtime' }]);
  expect(body).toEqual({
    fault: null,
    card: {
      ...{ name: 'default', description: null, version: null, provider: null },
      ...{ documentationUrl: null, skills: [], inputModes: [], outputModes: [], security: [] },
      ...{ streams: true, pushes: false },
      interfaces: [
        {
          url: `${origin}/api/copilotkit/agent/default/run`,
          ...{ transport: 'CopilotKit', version: '1.75.0', used: true, why: null },
        },
      ],
      capabilities: {
        supported: [
          ...['tools.supported', 'tools.clientProvided', 'transport.streaming'],
          'humanInTheLoop.interrupts',
        ],
        unsupported: [],
      },
    },
  });
});

it('every kind of declaration is shown, and what it says about itself has its place', async () => {
  const { body } = await cardFrom(
    info({
      identity: {
        ...{ name: 'Desk', version: '1.2.0', provider: 'Nordic Paper', description: 'Books.' },
        documentationUrl: 'javascript:alert(1)',
      },
      tools: { items: [{ name: 'book', description: 'Books a train.', parameters: {} }, 7] },
      multimodal: { input: { image: true, audio: false } },
      execution: { maxIterations: 5 },
      output: { supportedMimeTypes: ['text/plain', 'image/png'] },
      multiAgent: { subagents: [{ name: 'payer' }] },
    }),
  );
  expect(body['card']).toMatchObject({
    ...{ name: 'Desk', version: '1.2.0', description: 'Books.', documentationUrl: null },
    provider: { name: 'Nordic Paper', url: null },
    skills: [{ name: 'book', description: 'Books a train.' }],
    outputModes: ['text/plain', 'image/png'],
    capabilities: {
      supported: [
        ...['multimodal.input.image', 'execution.maxIterations = 5'],
        ...['output.supportedMimeTypes = text/plain, image/png', 'multiAgent.subagents = payer'],
      ],
      unsupported: ['multimodal.input.audio'],
    },
  });
});

it.each([
  ['that does not list it', info(builtIn, 'other'), {}],
  ['whose list is a page', '<!doctype html>', {}],
  ['that has no list', '{"message":"Not found"}', { status: 404 }],
  ['whose list never ends', JSON.stringify({ agents: 'x'.repeat(2_000_000) }), {}],
  ['with a name of JavaScript', info(builtIn), { path: '/agent/__proto__/run' }],
  ['with a name that cannot be read', info(builtIn), { path: '/agent/%E0%A4%A/run' }],
  ['of no runtime', info(builtIn), { path: '/api/agents/default' }],
])('an agent %s has none, and nothing is wrong with it', async (_name, text, options) => {
  const { answered, body } = await cardFrom(text, options);
  expect({ answered, body }).toEqual({ answered: 200, body: { card: null, fault: null } });
});

it('a declaration that is too much is cut', async () => {
  let deep: object = { end: true };
  for (let level = 0; level < 1_000; level += 1) deep = { deep };
  const many = Object.fromEntries(
    Array.from({ length: 500 }, (_, at) => [`c${at}`.repeat(200), true]),
  );
  const { body } = await cardFrom(info({ custom: { deep, many } }));
  const { supported } = body['card']?.capabilities ?? { supported: [] };
  expect(supported).toHaveLength(200);
  expect(Math.max(...supported.map((one: string) => one.length))).toBe(300);
});
