import type { Agent } from '@countersign/agent/agent';
import { serve } from '@countersign/agent/node-server';
import type { GatewayPolicy } from '@countersign/api/gateway';
import type { Prompt } from '@countersign/api/prompt';
import type { JsonObject } from '@countersign/json/json-object';
import type { UpFeedback } from '@countersign/upformat/message';
import {
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { paintingAgent, serviceOfAgent } from './gateway-agents.ts';
import { type Harness, type HarnessOptions, startHarness } from './harness.ts';
import { promptsOf } from './prompts-of.ts';

export const registrantToken = 'token-of-registrants-A1b2C3';

/** A server with a gateway, agents behind it, and programs that call them. */
export interface GatewayHarness extends Harness {
  origin: string;
  /** The token of another registrant. */
  otherToken: string;
  /** Sends a request below `/api` as the registrant. */
  post(
    path: string,
    body: JsonObject | string,
    headers?: Record<string, string>,
  ): Promise<Response>;
  /** Calls a method of A2A of a service. */
  a2a(method: string, params: JsonObject, options?: A2aOptions): Promise<JsonObject>;
  /** The results in the stream of a method of A2A. */
  stream(method: string, params: JsonObject): Promise<JsonObject[]>;
  /** A client of MCP of the registrant. */
  connectMcp(options?: ClientOptions): Promise<Client>;
  /** Serves an agent of HAI, and returns it as a service that is not registered yet. */
  serve(agent: Agent, fetch?: Agent['fetch']): Promise<JsonObject>;
  /** Serves an agent that asks before it paints. */
  servePainter(): Promise<JsonObject>;
  /** Registers a service with a route and a policy. */
  open(service: JsonObject, policy?: Partial<GatewayPolicy>): Promise<void>;
  /** The open question of a task or asker, as soon as there is one. */
  asked(log: string): Promise<Prompt>;
  decide(prompt: Prompt, feedback: UpFeedback): Promise<void>;
  /** Ends its clients, itself, and then its agents: these may not be missing while it drains. */
  close(): Promise<void>;
}

interface A2aOptions {
  service?: string;
  token?: string;
}

export async function startGatewayHarness(options: HarnessOptions = {}): Promise<GatewayHarness> {
  const harness = await startHarness({ registrantToken, ...options });
  const origin = await harness.listen();
  const other = { id: 'other-crew', name: 'Other crew', role: 'registrant' };
  const { body } = await harness.request('POST', '/api/operators', other);
  const authorization = `Bearer ${registrantToken}`;
  const post: GatewayHarness['post'] = (path, sent, headers = {}) =>
    fetch(`${origin}/api${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', ...headers },
      body: typeof sent === 'string' ? sent : JSON.stringify(sent),
    });
  const rpc = (method: string, params: JsonObject, options: A2aOptions = {}) =>
    post(
      `/gateway/a2a/${options.service ?? 'painter'}`,
      { jsonrpc: '2.0', id: 1, method, params },
      options.token === undefined ? {} : { authorization: `Bearer ${options.token}` },
    );
  const clients: Client[] = [];
  const served: { close(): Promise<unknown> }[] = [];
  const serveAgent: GatewayHarness['serve'] = async (agent, answer = agent.fetch) => {
    const server = await serve(answer, { port: 0 });
    served.push(agent, server);
    return serviceOfAgent(agent, server.url);
  };
  return {
    ...harness,
    origin,
    otherToken: String(body.token),
    post,
    async a2a(method, params, options) {
      return (await (await rpc(method, params, options)).json()) as JsonObject;
    },
    async stream(method, params) {
      return eventsIn(await rpc(method, params));
    },
    async connectMcp(options = {}) {
      const client = new Client({ name: 'caller', version: '1' }, options);
      const url = new URL(`${origin}/api/gateway/mcp`);
      const requestInit = { headers: { authorization } };
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
      clients.push(client);
      return client;
    },
    serve: serveAgent,
    servePainter: () => serveAgent(paintingAgent()),
    async open(service, policy = {}) {
      await post('/uap/services', service);
      const { name, host, port } = service;
      const route = { name: `to-${name}`, service: name, protocols: ['http'] };
      await harness.request('POST', '/api/uap/routes', route);
      const { status } = await harness.request('PUT', `/api/gateway/policies/to-${name}`, {
        ...{ callers: ['registrant'], approval: false, callsPerMinute: 60 },
        ...{ hosts: [`${host}:${port}`], callerMayAnswer: false, ...policy },
      });
      if (status !== 200) throw new Error(`The policy was refused: ${status}`);
    },
    asked: (log) =>
      harness.until(async () =>
        (await promptsOf(harness.services.journal.read, log)).find(({ state }) => state === 'open'),
      ),
    async decide(prompt, feedback) {
      const { status } = await harness.request('POST', `/api/prompts/${prompt.id}/decisions`, {
        ...{ feedback, digest: prompt.digest, idempotencyKey: crypto.randomUUID() },
      });
      if (status >= 300) throw new Error(`The answer was refused: ${status}`);
    },
    async close() {
      for (const client of clients) await client.close();
      await harness.close();
      for (const one of served) await one.close();
    },
  };
}

/** The events of a stream that has ended. */
export async function eventsIn(response: Response): Promise<JsonObject[]> {
  const frames = (await response.text()).split('\n\n').filter((frame) => /^data:/.test(frame));
  return frames.map((frame) => JSON.parse(frame.replace(/^data: ?/, '')) as JsonObject);
}
