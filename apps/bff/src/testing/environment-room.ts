import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { createdProgramSchema } from '@countersign/api/agents/program';
import { artifactDetailSchema } from '@countersign/api/environment';
import type { Prompt } from '@countersign/api/prompt';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { listenLocally } from '@countersign/testkit/local-server';
import { startMcpServer } from '@countersign/testkit/mcp-server';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type Harness, type HarnessOptions, startHarness } from './harness.ts';

/** A request that a service of the room received. */
interface Received {
  line: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** `never`: the request is not answered. `hang-up`: the connection is broken off when the request has been read. */
type RobotAnswer =
  | { status: number; type: string; body: string; location?: string }
  | 'never'
  | 'hang-up';

/** A server of ours with the services of the published scenario: goals (MCP), a formalizer (A2A) and a robot (UTCP and a thing). */
export interface EnvironmentRoom {
  harness(): Harness;
  /** An address of our server. */
  url(path: string): URL;
  robot: {
    origin: string;
    received: Received[];
    pose: { x: number; y: number };
    /** By the path: what is answered instead. */
    answers: Map<string, RobotAnswer>;
  };
  /** `thanks`: what the server says after feedback. */
  goals: {
    url: string;
    headers: Record<string, unknown>[];
    goal: string | null;
    thanks: string;
  };
  formalized: JsonObject[];
  /** What the formalizer answers instead, by the method; null = nothing. */
  formalizer: {
    answers: Map<string, JsonObject | null>;
    /** How often a task was looked at. */
    looks(): number;
  };
  /** Registers a service as the administrator. */
  register(body: JsonObject): Promise<ReturnType<typeof artifactDetailSchema.parse>>;
  /** Registers all four. */
  registerAll(): Promise<void>;
  idOf(label: string): Promise<string>;
  /** A new MCP client; returns its token. */
  token(name: string): Promise<string>;
  /** `any`: the client finds out what the server speaks. */
  connect(path: string, token: string, era?: '2025' | 'current' | 'any'): Promise<Client>;
  /** Calls a tool, and returns its structured content, or its words if it has none. */
  call(client: Client, name: string, args: JsonObject): Promise<JsonObject>;
  asked(): Promise<Prompt & { taskId: string }>;
  decide(prompt: Prompt, feedback: JsonObject): Promise<{ status: number }>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

const manualOf = (origin: string) => ({
  utcp_version: '1.0.1',
  tools: [
    utcpTool(origin, 'initialize', 'PUT', 'Initialize the robot to a default state.'),
    {
      ...utcpTool(origin, 'operation', 'POST', operationWords),
      inputs: { type: 'string', pattern: '^(move|rotate)\\(-?\\d+\\)$' },
    },
    utcpTool(origin, 'pose', 'GET', 'Returns where the arm is now.'),
  ],
});
const operationWords = 'Perform a move(d) or rotate(a) operation on the robot.';
const utcpTool = (origin: string, name: string, method: string, description: string) => ({
  ...{ name, description, inputs: {} },
  tool_call_template: {
    ...{ call_template_type: 'http', http_method: method, content_type: 'text/plain' },
    url: `${origin}/${name}`,
  },
});

const thing = {
  '@context': 'https://www.w3.org/2022/wot/td/v1.1',
  ...{ title: 'Arm', security: 'none', securityDefinitions: { none: { scheme: 'nosec' } } },
  properties: {
    pose: {
      ...{ description: 'Where the arm is now', readOnly: true, type: 'object' },
      forms: [{ href: '/pose' }],
    },
  },
  actions: {
    operation: {
      ...{ description: operationWords, input: { type: 'string' } },
      forms: [{ href: '/operation', contentType: 'text/plain' }],
    },
  },
};

async function startRobot() {
  const received: Received[] = [];
  const pose = { x: 20, y: 0 };
  const answers: EnvironmentRoom['robot']['answers'] = new Map();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const path = request.url ?? '';
    received.push({ line: `${request.method} ${path}`, headers: request.headers, body });
    const send = (status: number, type: string, text: string, location?: string) => {
      const headers = { 'content-type': type, 'set-cookie': 'sid=cookie-of-robot-5512' };
      response.writeHead(status, { ...headers, ...(location === undefined ? {} : { location }) });
      response.end(text);
    };
    const given = answers.get(path);
    if (given === 'never') return;
    if (given === 'hang-up') return void request.socket.destroy();
    if (given !== undefined) return send(given.status, given.type, given.body, given.location);
    const json = 'application/json';
    if (path === '/manual') return send(200, json, JSON.stringify(manualOf(origin)));
    if (path === '/thing') return send(200, 'application/td+json', JSON.stringify(thing));
    if (path === '/pose') return send(200, json, JSON.stringify(pose));
    const move = /^move\((-?\d+)\)$/.exec(body);
    if (path === '/operation' && move !== null) {
      pose.x += Number(move[1]);
      return send(200, json, JSON.stringify({ pose, as: request.headers.authorization }));
    }
    send(404, 'text/plain', 'nothing here');
  });
  const { origin, close } = await listenLocally(server);
  return { origin, received, pose, answers, close };
}

async function startGoals() {
  const state: { goal: string | null; thanks: string } = {
    goal: 'Move the robot by 10 centimeters',
    thanks: 'Thank you.',
  };
  const server = await startMcpServer('2025', {
    CurrentGoal: {
      listed: {
        description: 'Returns the current goal defined by the user.',
        annotations: { readOnlyHint: true },
      },
      call: async ({ context }) => ({
        content: [{ type: 'text', text: `${state.goal} [session ${context.sessionId ?? '–'}]` }],
      }),
    },
    provide_feedback: {
      listed: {
        description:
          'Provide feedback for the current goal. If achieved is true, the current goal is cleared.',
        inputSchema: {
          type: 'object',
          properties: { achieved: { type: 'boolean' } },
          required: ['achieved'],
        },
      },
      async call({ arguments: { achieved } }) {
        if (achieved === true) state.goal = null;
        return { content: [{ type: 'text', text: state.thanks }] };
      },
    },
  });
  return { server, state };
}

async function startFormalizer() {
  const received: JsonObject[] = [];
  const answers: EnvironmentRoom['formalizer']['answers'] = new Map();
  let looks = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    response.setHeader('content-type', 'application/json');
    if (request.method === 'GET') {
      response.end(
        JSON.stringify({
          ...{ name: 'formalizer', version: '1.0.0', defaultInputModes: ['text'] },
          supportedInterfaces: [{ url: '/', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
          skills: [
            {
              ...{ id: 'formalize', name: 'Formalize goal' },
              description: 'Converts a natural language goal into move(d) or rotate(a).',
            },
          ],
        }),
      );
      return;
    }
    const read: unknown = JSON.parse(body);
    const method = isObject(read) ? String(read['method']) : '';
    if (method === 'GetTask') looks += 1;
    const given = answers.get(method);
    if (given === null) return void request.socket.destroy();
    if (given !== undefined) return void response.end(JSON.stringify(given));
    const params = isObject(read) && isObject(read['params']) ? read['params'] : {};
    const message = isObject(params['message']) ? params['message'] : {};
    received.push(message);
    const isWhole =
      typeof message['messageId'] === 'string' && request.headers['a2a-version'] === '1.0';
    const answer = isWhole
      ? { result: { message: { role: 'ROLE_AGENT', parts: [{ text: 'move(10)' }] } } }
      : { error: { code: -32_602, message: 'messageId is missing' } };
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...answer }));
  });
  return { ...(await listenLocally(server)), received, answers, looks: () => looks };
}

export async function openEnvironmentRoom(options: HarnessOptions = {}): Promise<EnvironmentRoom> {
  const [robot, goals, formalizer] = [
    await startRobot(),
    await startGoals(),
    await startFormalizer(),
  ];
  const whole: HarnessOptions = {
    registration: { strict: false, allow: ['127.0.0.1'] },
    registrantToken: 'registrant-of-the-room',
    ...options,
  };
  let harness = await startHarness(whole);
  let address = await harness.listen();
  const clients: Client[] = [];
  const register: EnvironmentRoom['register'] = async (body) => {
    const answer = await harness.request('POST', '/api/environment/artifacts', body);
    if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return artifactDetailSchema.parse(answer.body);
  };
  return {
    harness: () => harness,
    url: (path) => new URL(path, address),
    robot,
    goals: {
      url: goals.server.url,
      headers: goals.server.headers,
      get goal() {
        return goals.state.goal;
      },
      get thanks() {
        return goals.state.thanks;
      },
      set thanks(words) {
        goals.state.thanks = words;
      },
    },
    formalized: formalizer.received,
    formalizer: { answers: formalizer.answers, looks: formalizer.looks },
    register,
    async registerAll() {
      await register({ name: 'goal_mcp', kind: 'mcp', url: goals.server.url });
      await register({ name: 'formalizer', kind: 'a2a', url: formalizer.origin });
      await register({ name: 'arm_utcp', kind: 'utcp', url: `${robot.origin}/manual` });
      await register({ name: 'arm_wot', kind: 'wot', url: `${robot.origin}/thing` });
    },
    async idOf(label) {
      const { environment } = harness.services;
      const all = (await environment.artifacts()).flatMap(({ known }) => known);
      const found = all.find(({ signifier }) => signifier.label === label);
      if (found === undefined) throw new Error(`no ${label}`);
      return found.signifier.id;
    },
    async token(name) {
      const { body } = await harness.request('POST', '/api/programs', { name });
      return createdProgramSchema.parse(body).token;
    },
    async connect(path, token, era = 'current') {
      const mode = era === 'any' ? ('auto' as const) : { pin: '2026-07-28' };
      const negotiation = era === '2025' ? {} : { versionNegotiation: { mode } };
      const client = new Client({ name: 'agent-of-a-test', version: '1.0.0' }, negotiation);
      const headers = { authorization: `Bearer ${token}` };
      await client.connect(
        new StreamableHTTPClientTransport(new URL(path, address), { requestInit: { headers } }),
      );
      clients.push(client);
      return client;
    },
    async call(client, name, args) {
      const { structuredContent, content } = await client.callTool({ name, arguments: args });
      return isObject(structuredContent) ? structuredContent : { said: content };
    },
    async asked() {
      const { thread } = await harness.until(() =>
        harness.services.journal.read.get<{ thread: string }>(
          `SELECT thread FROM prompts WHERE state = 'open' ORDER BY opened DESC LIMIT 1`,
        ),
      );
      return { ...(await harness.untilPrompt(thread, 'open')), taskId: thread };
    },
    decide: (prompt, feedback) =>
      harness.request('POST', `/api/prompts/${prompt.id}/decisions`, {
        ...{ feedback, digest: prompt.digest, idempotencyKey: randomUUID() },
      }),
    async restart() {
      const { directory } = harness;
      await harness.close('keep-directory');
      harness = await startHarness({ ...whole, directory });
      address = await harness.listen();
    },
    async close() {
      await Promise.all(clients.map((client) => client.close().catch(() => {})));
      await harness.close();
      await Promise.all([robot.close(), goals.server.close(), formalizer.close()]);
    },
  };
}
