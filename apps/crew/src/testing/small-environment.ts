import { serve } from '@countersign/agent/node-server';
import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { buildRequest } from '@countersign/signifiers/call/build-request';
import type { BuiltRequest } from '@countersign/signifiers/call/place-arguments';
import { mapA2a } from '@countersign/signifiers/map/a2a';
import type { Mapped } from '@countersign/signifiers/map/mapped';
import { mapMcp } from '@countersign/signifiers/map/mcp';
import { mapUtcp } from '@countersign/signifiers/map/utcp';
import { mapWot } from '@countersign/signifiers/map/wot';
import type { Artifact, Signifier } from '@countersign/signifiers/model/signifier';
import { shippedVectors } from '@countersign/signifiers/node/shipped-vectors';
import { createCatalogue } from '@countersign/signifiers/select/catalogue';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { goalLists } from '../robot/goal/goal-tools.ts';
import type { RobotService } from '../robot/robot-services.ts';

/** A call that was begun in the environment. */
export interface SmallCall {
  label: string;
  kind: Artifact['kind'];
  arguments: unknown;
  task: unknown;
  /** What was sent; null = nothing. */
  request: BuiltRequest | null;
  answer: JsonObject | null;
}

/** How a person answers: it is sent, rejected, or not answered yet. */
type Decide = (call: SmallCall) => 'approve' | 'wait' | { reason: string };

/**
 * An environment over MCP, in memory, for the crew's tests: it ranks with the real catalogue and sends real requests. What is not only
 * read waits until a person has answered, who is the function `decide`.
 */
export interface SmallEnvironment {
  url: string;
  calls: SmallCall[];
  /** Reads the descriptions of services. */
  register(services: readonly RobotService[]): Promise<void>;
  decide: Decide;
  close(): Promise<void>;
}

/** Read by this test, answered in one piece: only the robot's services are. */
async function described({ name, kind, url }: RobotService): Promise<Mapped> {
  const artifact: Artifact = { id: name, name, kind };
  if (kind === 'mcp') return mapMcp(artifact, { url, version: '2026-07-28', ...goalLists() });
  const address = kind === 'a2a' ? new URL('.well-known/agent-card.json', url).href : url;
  const document: unknown = await (await fetch(address)).json();
  if (!isObject(document)) throw new Error(`${address} describes nothing`);
  if (kind === 'a2a') return mapA2a(artifact, document, address);
  return kind === 'utcp' ? mapUtcp(artifact, document) : mapWot(artifact, document, url);
}

export async function startSmallEnvironment(): Promise<SmallEnvironment> {
  // That of the registry: the crew has one.
  const token = 'token-of-a-registrant';
  const signifiers: Signifier[] = [];
  const contexts = new Map<string, string>();
  const records = new Map<string, { call: SmallCall; signifier: Signifier }>();
  const vectors = shippedVectors();

  const read = (profileId: string) => {
    const context = contexts.get(profileId) ?? '';
    const { entries } = createCatalogue(signifiers, vectors).rank({ context, abilities: [] });
    return entries
      .filter(({ decision }) => decision === 'recommended')
      .flatMap(({ id, score }) =>
        signifiers.filter((one) => one.id === id).map((one) => itemOf(one, score)),
      );
  };
  const invoke = async (given: JsonObject): Promise<JsonObject> => {
    const id = `call-${String(given['idempotency_key'])}`;
    if (records.has(id)) return stateOf(id);
    const signifier = signifiers.find((one) => one.id === given['signifier']);
    if (signifier === undefined) throw new Error('There is no such signifier.');
    const { label, artifact } = signifier;
    const call: SmallCall = {
      ...{ label, kind: artifact.kind, arguments: given['arguments'], task: given['task'] },
      ...{ request: null, answer: null },
    };
    records.set(id, { call, signifier });
    environment.calls.push(call);
    if (approvalOf(signifier) === 'none') await carryOut(id);
    return stateOf(id);
  };
  const carryOut = async (id: string) => {
    const record = records.get(id);
    if (record === undefined) return;
    const { call, signifier } = record;
    const ids = { request: 1, message: id };
    const built = buildRequest(signifier, call.arguments, ids);
    if (!built.ok) {
      call.answer = { state: 'failed', error: JSON.stringify(built.faults) };
      return;
    }
    call.request = built.request;
    call.answer = await sent(built.request);
  };
  const stateOf = (id: string): JsonObject => ({
    ...{ call_id: id, task_url: `/tasks/${id}` },
    ...(records.get(id)?.call.answer ?? { state: 'waiting' }),
  });
  const outcome = async (id: string): Promise<JsonObject> => {
    const call = records.get(id)?.call;
    if (call !== undefined && call.answer === null) {
      const decided = environment.decide(call);
      if (decided === 'approve') await carryOut(id);
      else if (decided !== 'wait') call.answer = { state: 'rejected', reason: decided.reason };
    }
    return stateOf(id);
  };
  const tools: Record<string, (given: JsonObject) => Promise<JsonObject> | JsonObject> = {
    register_profile: () => ({}),
    update_profile(given) {
      contexts.set(String(given['profile_id']), String(given['context']));
      return {};
    },
    read_signifiers: (given) => ({ recommended: read(String(given['profile_id'])) }),
    invoke_signifier: invoke,
    get_call: (given) => outcome(String(given['call_id'])),
    cancel_call(given) {
      const id = String(given['call_id']);
      const call = records.get(id)?.call;
      if (call?.answer === null) call.answer = { state: 'stopped' };
      return stateOf(id);
    },
  };

  const handler = createMcpHandler(() => {
    const server = new Server(
      { name: 'small-environment', version: '1.0.0' },
      { capabilities: { tools: {} } },
    );
    server.setRequestHandler('tools/list', async () => ({
      tools: Object.keys(tools).map((name) => ({ name, inputSchema: { type: 'object' as const } })),
    }));
    server.setRequestHandler('tools/call', async ({ params }) => {
      const structuredContent = (await tools[params.name]?.(params.arguments ?? {})) ?? {};
      const isError = ['failed', 'rejected'].includes(String(structuredContent['state']));
      return { content: [], structuredContent, isError };
    });
    return server;
  });
  const served = await serve(
    (request) =>
      request.headers.get('authorization') === `Bearer ${token}`
        ? handler.fetch(request)
        : new Response('', { status: 401 }),
    { port: 0 },
  );
  const environment: SmallEnvironment = {
    ...{ url: `${served.url}/mcp/environment`, calls: [] },
    decide: () => 'approve',
    async register(services) {
      for (const service of services) signifiers.push(...(await described(service)).signifiers);
    },
    async close() {
      await handler.close();
      await served.close();
    },
  };
  return environment;
}

/** As an operator would set it: the safety circuit is called directly, what an arm does is typed. */
function approvalOf({ safety, artifact, form }: Signifier): 'none' | 'ask' | 'typed' {
  if (artifact.name === 'arm_safety') return 'none';
  if (safety.readOnly && safety.source !== 'description') return 'none';
  return form.operation === 'invokeaction' ? 'typed' : 'ask';
}

const itemOf = (signifier: Signifier, score: number): JsonObject => ({
  ...{ id: signifier.id, label: signifier.label, context: signifier.context, score },
  service: { name: signifier.artifact.name, kind: signifier.artifact.kind },
  input_schema: signifier.input,
  approval: approvalOf(signifier),
});

async function sent({ method, url, headers, body }: BuiltRequest): Promise<JsonObject> {
  const response = await fetch(url, {
    method,
    headers: headers.map(({ name, value }): [string, string] => [name, value]),
    body,
  });
  const text = await response.text();
  const value: unknown = text === '' ? '' : JSON.parse(text);
  if (!response.ok) {
    return {
      state: 'failed',
      error: `HTTP ${response.status}: ${String(memberOf(value, 'detail'))}`,
    };
  }
  const result = memberOf(value, 'result');
  return isObject(result) ? ofRpc(result) : { state: 'done', result: value };
}

/** The result of a tool, a resource, or a task of an agent. */
function ofRpc(result: JsonObject): JsonObject {
  const task = memberOf(result, 'task');
  const status = memberOf(task, 'status');
  if (memberOf(status, 'state') === 'TASK_STATE_REJECTED') {
    const parts = memberOf(memberOf(status, 'message'), 'parts');
    const [part] = Array.isArray(parts) ? parts : [];
    return { state: 'failed', error: String(memberOf(part, 'text')) };
  }
  const artifacts = memberOf(task, 'artifacts');
  const [artifact] = Array.isArray(artifacts) ? artifacts : [];
  const parts = memberOf(artifact, 'parts') ?? result['contents'] ?? result['content'];
  return { state: 'done', result: parts };
}
