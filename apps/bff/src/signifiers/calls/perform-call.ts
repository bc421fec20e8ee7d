import { messageEvents } from '@countersign/adapters/mcp-server/run-events';
import { say } from '@countersign/api/statements';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { type BuiltRequest, buildRequest } from '@countersign/signifiers/call/build-request';
import { readAnswer, unfinishedTask } from '@countersign/signifiers/call/read-answer';
import type { Signifier } from '@countersign/signifiers/model/signifier';
import { headersTo, type KnownAgent } from '../../agents/secret-headers.ts';
import { OutsideFailure, type SafeFetch } from '../../http/safe-fetch.ts';
import { AgentFailure } from '../../http/transport-errors.ts';
import type { CallOptions } from '../../mcp-servers/call-options.ts';
import { callTool } from '../../mcp-servers/call-tool.ts';
import { type CommandLog, connectMcp, looseResult } from '../../mcp-servers/connect.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { FoundSignifier } from '../environment.ts';
import { withoutSecrets } from '../without-secrets.ts';
import { needsSession, planCall } from './call-plan.ts';
import { safeFetchLike } from './safe-fetch-like.ts';
import { ownArguments } from './tool-of-signifier.ts';

/** What calls of services are made with. */
export interface CallMeans {
  fetch: SafeFetch;
  clock: Clock;
  commands: CommandLog | null;
}

export interface PerformedCall {
  found: FoundSignifier;
  /** With whose headers; null = without any. */
  credentials: KnownAgent | null;
  /** The digest that was approved, if it was with arguments that nobody has changed; else null. */
  approvedDigest: string | null;
}

const timeoutMs = 120_000;
const maxBytes = 2 * 1024 * 1024;
/** How long the task of an agent is waited for, and how often it is looked at. */
const taskMs = 15 * 60_000;
const pollMs = 1_000;

/**
 * Makes the call that a person or a policy has approved; the members of a result of MCP. What the server keeps for the service is in no
 * result. Rejects with `AgentFailure`.
 */
export async function performCall(
  means: CallMeans,
  call: PerformedCall,
  options: CallOptions,
): Promise<JsonObject> {
  const { found, credentials, approvedDigest } = call;
  const { signifier } = found.known;
  const plan = planCall(found, options.args);
  if (plan.request === null) {
    const faults = plan.faults.map(({ path, message }) => `${path || '/'} ${message}`).join(' ');
    throw new AgentFailure('arguments', say('call.arguments', { faults }));
  }
  if (approvedDigest !== null && approvedDigest !== plan.digest) {
    throw new AgentFailure('other-request', say('call.other-request'));
  }
  const isMcp = signifier.binding.kind.startsWith('mcp-');
  // The library calls the agent at its address of now; approved is the one where it was read.
  if (isMcp && credentials !== null && credentials.url !== found.artifact.url) {
    throw new AgentFailure('other-request', say('call.other-request'));
  }
  if (signifier.isStream) throw new AgentFailure('event-stream', say('call.event-stream'));
  options.emit(messageEvents(options.place, 'digest', `Sent as approved: SHA-256 ${plan.digest}.`));
  const secrets = Object.values(credentials?.headers ?? {});
  const result =
    isMcp && (credentials !== null || needsSession(signifier))
      ? await overMcp(means, call, { options, secrets })
      : await overHttp(means, call, options);
  return withoutSecrets(result, secrets);
}

/** By the library, which keeps the session; what the server asks meanwhile is asked in the run. */
async function overMcp(
  { fetch, clock, commands }: CallMeans,
  { found, credentials }: PerformedCall,
  { options, secrets }: { options: CallOptions; secrets: string[] },
): Promise<JsonObject> {
  const { signifier } = found.known;
  const { id, name } = found.artifact.artifact;
  const agent: KnownAgent = credentials ?? { id, name, protocol: 'mcp', url: found.artifact.url };
  const connect = async (signal: AbortSignal, goOn?: string) => {
    const link = await connectMcp({
      ...{ agent, clock, commands, signal, goOn, answerMs: timeoutMs },
      ...(credentials === null ? { fetch: safeFetchLike(fetch, timeoutMs, signal) } : {}),
    });
    const session = link.session();
    // A server may well repeat it in a result.
    if (session !== null) secrets.push(session);
    return link;
  };
  const native = signifier.nativeName.replace(/^(tool|resource|template):/, '');
  if (signifier.binding.kind === 'mcp-tool') {
    return callTool({ ...options, agent, connect, tool: { ...options.tool, name: native } });
  }
  const { uri = native } = options.args;
  const link = await connect(options.signal);
  try {
    const { contents } = await link.client.request(
      { method: 'resources/read', params: { uri } },
      looseResult,
      { signal: options.signal, timeout: timeoutMs },
    );
    const blocks = Array.isArray(contents) ? contents.filter(isObject) : [];
    return { content: blocks.map((resource) => ({ type: 'resource', resource })) };
  } finally {
    await link.close();
  }
}

async function overHttp(
  { fetch, clock }: CallMeans,
  { found, credentials }: PerformedCall,
  options: CallOptions,
): Promise<JsonObject> {
  const { signifier } = found.known;
  const { signal, place } = options;
  const ids = { request: 1, message: place.runId };
  const built = buildRequest(signifier, ownArguments(signifier, options.args), ids);
  // It was built before, with other ids.
  if (!built.ok) throw new AgentFailure('other-request', say('call.other-request'));
  const send = async (request: BuiltRequest) => {
    const { status, headers, body } = await fetch({
      method: methodOf(request),
      url: request.url,
      headers: Object.fromEntries(request.headers.map(({ name, value }) => [name, value])),
      // Last, and for the origin of the agent only.
      credentials: credentials === null ? {} : headersTo(credentials, request.url),
      ...(request.body === null ? {} : { body: request.body }),
      ...{ timeoutMs, maxBytes, beyond: 'cut', staysAtOrigin: true, signal },
    });
    return { status, contentType: headers['content-type'] ?? '', body };
  };
  await options.callingStored([]);
  let answer = await send(built.request).catch((error: unknown) => {
    throw failureOf(error, planCall(found, options.args).isReading && isCertain(signifier));
  });
  const taskId = signifier.binding.kind === 'a2a-message' ? unfinishedTask(answer) : null;
  const begun = clock.monotonic();
  while (taskId !== null && unfinishedTask(answer) !== null && clock.monotonic() - begun < taskMs) {
    await pause(clock, signal);
    // Looking is no second call.
    answer = await send(lookAt(signifier, built.request, taskId)).catch(() => answer);
  }
  return { ...readAnswer(signifier.binding, answer) };
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

function methodOf({ method }: BuiltRequest): (typeof methods)[number] {
  const found = methods.find((one) => one === method);
  if (found === undefined) throw new AgentFailure('other-request', say('call.other-request'));
  return found;
}

/** The request that looks at a task of an A2A agent. */
function lookAt({ binding }: Signifier, request: BuiltRequest, id: string): BuiltRequest {
  const method =
    binding.kind === 'a2a-message' && binding.version === '1.0' ? 'GetTask' : 'tasks/get';
  return { ...request, body: JSON.stringify({ jsonrpc: '2.0', id: 2, method, params: { id } }) };
}

/** Failures before anything was received by the service. */
const unsent = new Set([
  'blocked',
  'tls',
  'econnrefused',
  'enotfound',
  'eai_again',
  'ehostunreach',
  'enetunreach',
]);

/** Whether it is more than the service's own words that a call changes nothing. */
const isCertain = ({ safety }: Signifier): boolean => safety.source !== 'description';

/** A failure of a request that may have been received, and may have done something, leaves its outcome unknown. */
function failureOf(error: unknown, canBeRepeated: boolean): unknown {
  if (!(error instanceof OutsideFailure)) return error;
  const { code, said } = error;
  if (unsent.has(code)) return new AgentFailure(code, said);
  if (canBeRepeated) return new AgentFailure(`read-${code}`, said);
  return new AgentFailure('outcome-unknown', say('call.outcome-unknown', { why: said }));
}

function pause(clock: Clock, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const leave = () => {
      cancel();
      reject(signal.reason);
    };
    const cancel = clock.schedule(() => {
      signal.removeEventListener('abort', leave);
      resolve();
    }, pollMs);
    signal.addEventListener('abort', leave, { once: true });
  });
}
