import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import {
  agentMessage,
  artifactUpdate,
  cardAt,
  startA2aAgent,
  statusUpdate,
  taskIn,
} from '@countersign/testkit/a2a-agent';
import { listenLocally } from '@countersign/testkit/local-server';
import { startMcpServer } from '@countersign/testkit/mcp-server';
import { selfSigned } from '../../apps/bff/src/testing/self-signed.ts';
import { expect } from '../fixtures.ts';
import { promptsOf } from '../pages/asking.ts';
import { startTask } from '../pages/task-page.ts';
import type { Stack } from '../stack.ts';
import { type Place, scene } from './scene.ts';
import { at, closed } from './steps.ts';

/** A server that ends with its worker. */
const serving = async (listener: RequestListener): Promise<string> =>
  (await listenLocally(createServer(listener))).origin;

interface Found {
  page: string;
  refusing: string;
  secure: string;
  closed: string;
  a2a: string;
  mcp: string;
}

/** An address is entered and tested. */
const tested =
  (address: (found: Found) => string, sign: string | RegExp) => async (place: Place<Found>) => {
    const { page, stack, made } = place;
    await page.goto(`${stack.url}/agents`);
    await page.getByRole('button', { name: 'Add an agent' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add an agent' });
    await expect(dialog).toBeVisible();
    await page.keyboard.type(address(made));
    await dialog.getByRole('button', { name: 'Test', exact: true }).click();
    await expect(dialog.getByText(sign).first()).toBeVisible({ timeout: 30_000 });
  };

const found = (go: (place: Place<Found>) => Promise<void>) => ({ go, leave: closed });

scene<Found>('addresses', {
  options: { crew: false },
  async prepare() {
    const page = await serving((request, response) => {
      const isJson = request.url !== '/' && request.method === 'GET';
      const answers: Record<string, string> = {
        '/mcp': '{"jsonrpc":"2.0","error":{"code":-32000,"message":"No session"}}',
        '/openapi.json': '{"openapi":"3.1.0"}',
        '/agents': '{"agents":[]}',
        '/utcp': '{"utcp_version":"1.0.1","tools":[]}',
      };
      const text = answers[request.url ?? ''];
      request.resume();
      if (isJson && text === undefined) response.writeHead(404).end();
      else {
        response.writeHead(200, { 'content-type': isJson ? 'application/json' : 'text/html' });
        response.end(text ?? '<!doctype html><title>Sign in</title>');
      }
    });
    const refusing = await serving((_request, response) =>
      response.writeHead(401, { 'www-authenticate': 'Bearer realm="agents"' }).end(),
    );
    const secure = await listenLocally(
      createSecureServer(selfSigned, (_request, response) => response.end()),
    );
    const gone = await listenLocally(createServer());
    await gone.close();
    const { origin: a2a } = await startA2aAgent();
    const { url: mcp } = await startMcpServer('2025', {});
    return {
      ...{ page, refusing, a2a, mcp, closed: gone.origin },
      secure: secure.origin.replace('http:', 'https:'),
    };
  },
  screens: {
    'add-page': found(tested(({ page }) => page, /web page|网页/)),
    'add-refused': found(tested(({ refusing }) => refusing, /Bearer/)),
    'add-certificate': found(tested(({ secure }) => secure, /certificate|证书/)),
    'add-nothing': found(
      tested(({ closed: address }) => address, /Nothing listens|没有服务在监听/),
    ),
    'add-a2a': found(tested(({ a2a }) => a2a, /Booking desk/)),
    'add-mcp': found(tested(({ mcp }) => mcp, /“Workshop”|an MCP server|是 ?MCP 服务器/)),
  },
});

interface Asked {
  a2aTask: string;
  a2aPrompt: string;
  elicitation: string;
  sampling: string;
  address: string;
}

const fields = {
  name: { type: 'string', title: 'Name', minLength: 2 },
  mail: { type: 'string', title: 'E-mail', format: 'email' },
  coats: { type: 'integer', title: 'Coats', minimum: 1, maximum: 9, default: 2 },
  gloss: { type: 'boolean', title: 'Gloss', default: true },
  colour: { type: 'string', title: 'Colour', enum: ['red', 'green', 'blue'] },
} as const;
const asks = {
  form: {
    message: 'Which colour for the north wall, and who gets the bill?',
    requestedSchema: { type: 'object', properties: fields, required: ['name', 'colour'] },
  },
  url: {
    ...{ mode: 'url', elicitationId: 'sign-in-1', message: 'Sign in at your bank first.' },
    url: 'https://bank.example/sign-in?for=a-very-long-address-that-does-not-fit-into-one-line&step=1',
  },
  sampling: {
    systemPrompt: 'You are a painter.',
    messages: [{ role: 'user', content: { type: 'text', text: 'Name a colour for a wall.' } }],
    maxTokens: 200,
  },
} as const;
const asking = (method: 'elicitation/create' | 'sampling/createMessage', params: object) => ({
  listed: {},
  call: ({ context }: Parameters<NonNullable<Tools[string]>['call']>[0]) =>
    context.mcpReq.send({ method, params } as never, { timeout: 600_000 }) as Promise<never>,
});
type Tools = Parameters<typeof startMcpServer>[1];

const tools: Tools = {
  bill: asking('elicitation/create', asks.form),
  bank: asking('elicitation/create', asks.url),
  think: asking('sampling/createMessage', asks.sampling),
};

async function asked(stack: Stack, tool: string, kind: string): Promise<string> {
  const { taskId } = await stack.api<{ taskId: string }>('/api/tasks', {
    body: { agentId: 'workshop', input: { tool, arguments: {} } },
  });
  const find = async () =>
    (await promptsOf(stack, taskId)).find(({ origin }) => origin.kind === kind)?.id;
  await expect.poll(find).toBeDefined();
  return (await find()) ?? '';
}

scene<Asked>('other-protocols', {
  options: { crew: false },
  async prepare(stack) {
    const desk = await startA2aAgent();
    const card = cardAt(`${desk.origin}/a2a`);
    const [used] = card['supportedInterfaces'] as object[];
    desk.card = JSON.stringify({
      ...card,
      provider: { organization: 'Nordic Rail', url: 'https://rail.example' },
      securitySchemes: { bearer: {}, openId: {} },
      supportedInterfaces: [
        used,
        {
          url: 'https://elsewhere.example/a2a',
          protocolBinding: 'JSONRPC',
          protocolVersion: '1.0',
        },
        { url: `${desk.origin}/grpc`, protocolBinding: 'GRPC', protocolVersion: '1.0' },
      ],
    });
    const workshop = await startMcpServer('2025', tools);
    const described = { url: workshop.url, protocol: 'mcp', name: 'Workshop', id: 'workshop' };
    const mcp = { direct: ['bill', 'bank', 'think'], roots: [{ uri: 'file:///srv/walls' }] };
    await stack.api('/api/agents', { body: { ...described, mcp } });
    await stack.api('/api/agents', {
      body: { id: 'desk', name: 'Booking desk', protocol: 'a2a', url: desk.url },
    });
    const a2aTask = await startTask(stack, 'desk', 'Book a train to Oslo');
    await desk.called('SendStreamingMessage');
    desk.say({ task: taskIn('WORKING') });
    desk.say(
      artifactUpdate('offers', [
        { text: 'Two trains: 7:05 and 9:10.' },
        { data: { trains: [{ at: '7:05', seats: 4 }] }, mediaType: 'application/json' },
        { raw: 'JVBERi0xLjQ=', mediaType: 'application/pdf', filename: 'timetable.pdf' },
      ]),
    );
    desk.say(
      statusUpdate('INPUT_REQUIRED', agentMessage('ask-1', { text: 'Which train, 7:05 or 9:10?' })),
    );
    await expect.poll(async () => (await promptsOf(stack, a2aTask)).length).toBe(1);
    return {
      a2aTask,
      a2aPrompt: (await promptsOf(stack, a2aTask))[0]?.id ?? '',
      elicitation: await asked(stack, 'bill', 'elicitation'),
      address: await asked(stack, 'bank', 'url'),
      sampling: await asked(stack, 'think', 'sampling'),
    };
  },
  screens: {
    'a2a-agent': at('/agents/desk', /Book a train/),
    'a2a-question': at(({ a2aPrompt }) => `/inbox/${a2aPrompt}`, 'Which train, 7:05 or 9:10?'),
    'a2a-task': at(({ a2aTask }) => `/tasks/${a2aTask}`, 'timetable.pdf'),
    'mcp-elicitation': at(({ elicitation }) => `/inbox/${elicitation}`, /Which colour/),
    'mcp-address': at(({ address }) => `/inbox/${address}`, /Sign in at your bank/),
    'mcp-sampling': at(({ sampling }) => `/inbox/${sampling}`, /Name a colour/),
  },
});
