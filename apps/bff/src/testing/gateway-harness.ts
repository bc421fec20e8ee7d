import { createAgent } from '@countersign/agent/agent';
import { serve } from '@countersign/agent/node-server';
import type { GatewayPolicy } from '@countersign/api/gateway';
import type { Prompt } from '@countersign/api/prompt';
import type { JsonObject } from '@countersign/json/json-object';
import type { UpFeedback } from '@countersign/upformat/message';
import { type Harness, type HarnessOptions, startHarness } from './harness.ts';
import { promptsOf } from './prompts-of.ts';

export const registrantToken = 'token-of-registrants-A1b2C3';

/** A server with a gateway, agents behind it, and programs that call them. */
export interface GatewayHarness extends Harness {
  origin: string;
  /** The token of another registrant. */
  otherToken: string;
  /** Calls a method of A2A of a service. */
  a2a(method: string, params: JsonObject, options?: A2aOptions): Promise<JsonObject>;
  /** The results in the stream of a method of A2A. */
  stream(method: string, params: JsonObject): Promise<JsonObject[]>;
  /** Registers a service with a route and a policy. */
  open(service: JsonObject, policy?: Partial<GatewayPolicy>): Promise<void>;
  /** The open question of a task or asker, as soon as there is one. */
  asked(log: string): Promise<Prompt>;
  decide(prompt: Prompt, feedback: UpFeedback): Promise<void>;
}

interface A2aOptions {
  service?: string;
  token?: string;
}

/** An agent of HAI that asks before it paints. */
export async function startPainter(): Promise<{ service: JsonObject; close(): Promise<void> }> {
  const agent = createAgent({
    id: 'painter',
    name: 'Painter',
    description: 'Paints walls.',
    async run(context) {
      const { feedback } = await context.ask({
        state: 'needsHumanDecision',
        ask: `Paint for “${context.userText}”?`,
        payload: { colour: 'red' },
      });
      if (feedback.type === 'reject') {
        await context.upformat({ state: 'cancelled', explanation: 'Nothing is painted.' });
        return;
      }
      await context.say('The wall is painted.');
      await context.upformat({ state: 'completed', payload: { walls: 1 } });
    },
  });
  const served = await serve(agent.fetch, { port: 0 });
  return {
    service: {
      ...{ name: 'painter', protocol: 'http', host: '127.0.0.1', port: served.port },
      agent_protocol: 'hai',
      agent_info: { agent_descriptor: agent.descriptor(served.url) },
    },
    async close() {
      await agent.close();
      await served.close();
    },
  };
}

export async function startGatewayHarness(options: HarnessOptions = {}): Promise<GatewayHarness> {
  const harness = await startHarness({ registrantToken, ...options });
  const origin = await harness.listen();
  const other = { id: 'other-crew', name: 'Other crew', role: 'registrant' };
  const { body } = await harness.request('POST', '/api/operators', other);
  const post = (path: string, sent: JsonObject, token: string) =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(sent),
    });
  const rpc = (method: string, params: JsonObject, options: A2aOptions = {}) =>
    post(
      `/api/gateway/a2a/${options.service ?? 'painter'}`,
      { jsonrpc: '2.0', id: 1, method, params },
      options.token ?? registrantToken,
    );
  return {
    ...harness,
    origin,
    otherToken: String(body.token),
    async a2a(method, params, options) {
      return (await (await rpc(method, params, options)).json()) as JsonObject;
    },
    async stream(method, params) {
      const text = await (await rpc(method, params)).text();
      return text
        .split('\n\n')
        .filter((frame) => frame !== '')
        .map((frame) => JSON.parse(frame.replace(/^data: /, '')) as JsonObject);
    },
    async open(service, policy = {}) {
      await post('/api/uap/services', service, registrantToken);
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
  };
}
