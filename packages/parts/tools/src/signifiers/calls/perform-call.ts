import { messageEvents } from '@countersign/adapters/mcp-server/run-events';
import { say } from '@countersign/api/statements';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import type { WrittenStatement } from '@countersign/json/statement';
import { headersTo, type KnownAgent } from '@countersign/part-desk/agents/secret-headers';
import type { CallOptions } from '@countersign/part-mcp/mcp-servers/call-options';
import { callTool, DeclinedRequest } from '@countersign/part-mcp/mcp-servers/call-tool';
import {
  type CommandLog,
  connectMcp,
  failureOf,
  looseResult,
} from '@countersign/part-mcp/mcp-servers/connect';
import { Withdrawn } from '@countersign/part-mcp/mcp-servers/questions';
import { AgentFailure, describeFailure } from '@countersign/server/http/transport-errors';
import { OutsideFailure, type SafeFetch } from '@countersign/server/outgoing/safe-fetch';
import type { Clock } from '@countersign/server/runtime/clock';
import { buildRequest } from '@countersign/signifiers/call/build-request';
import type { BuiltRequest } from '@countersign/signifiers/call/place-arguments';
import {
  hasResult,
  isOpenOutcome,
  readAnswer,
  unfinishedTask,
} from '@countersign/signifiers/call/read-answer';
import type { Signifier } from '@countersign/signifiers/model/signifier';
import type { FoundSignifier } from '../environment.ts';
import { withoutSecrets } from '../without-secrets.ts';
import { isRefusal, isUnsent } from './call-ends.ts';
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
  // Not by the service's own words alone.
  const isReading = plan.isReading && signifier.safety.source !== 'description';
  const result =
    isMcp && (credentials !== null || needsSession(signifier))
      ? await overMcp(means, call, { options, secrets, isReading })
      : await overHttp(means, call, { options, isReading });
  return withoutSecrets(result, secrets);
}

/** By the library, which keeps the session; what the server asks meanwhile is asked in the run. */
async function overMcp(
  { fetch, clock, commands }: CallMeans,
  { found, credentials }: PerformedCall,
  { options, secrets, isReading }: { options: CallOptions; secrets: string[]; isReading: boolean },
): Promise<JsonObject> {
  const { signifier } = found.known;
  const { id, name } = found.artifact.artifact;
  const agent: KnownAgent = credentials ?? { id, name, protocol: 'mcp', url: found.artifact.url };
  let isSent = false;
  const connect = async (signal: AbortSignal, goOn?: string) => {
    const link = await connectMcp({
      ...{ agent, clock, commands, signal, goOn, answerMs: timeoutMs },
      ...(credentials === null ? { fetch: safeFetchLike(fetch, timeoutMs, signal) } : {}),
    }).catch((error: unknown) => {
      throw isSent ? error : unsent(error);
    });
    isSent = true;
    const session = link.session();
    // A server may well repeat it in a result.
    if (session !== null) secrets.push(session);
    return link;
  };
  const fail = (error: unknown): never => {
    if (error instanceof DeclinedRequest || error instanceof Withdrawn) throw error;
    const failure = failureOf(error, agent);
    const isNothing = isRefusal(failure.code) || (!isSent && isUnsent(failure.code));
    throw isNothing ? failure : openEnd(failure.code, failure.said, isReading);
  };
  const native = signifier.nativeName.replace(/^(tool|resource|template):/, '');
  if (signifier.binding.kind === 'mcp-tool') {
    const tool = { ...options.tool, name: native };
    return callTool({ ...options, agent, connect, tool }).catch(fail);
  }
  const { uri = native } = options.args;
  const link = await connect(options.signal).catch(fail);
  try {
    const { contents } = await link.client.request(
      { method: 'resources/read', params: { uri } },
      looseResult,
      { signal: options.signal, timeout: timeoutMs },
    );
    const blocks = Array.isArray(contents) ? contents.filter(isObject) : [];
    return { content: blocks.map((resource) => ({ type: 'resource', resource })) };
  } catch (error) {
    return fail(error);
  } finally {
    await link.close();
  }
}

async function overHttp(
  { fetch, clock }: CallMeans,
  { found, credentials }: PerformedCall,
  { options, isReading }: { options: CallOptions; isReading: boolean },
): Promise<JsonObject> {
  const { signifier } = found.known;
  const { binding } = signifier;
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
    const { code, said } = error instanceof OutsideFailure ? error : describeFailure(error);
    const wasRedirected = error instanceof OutsideFailure && error.wasRedirected;
    throw isUnsent(code) && !wasRedirected
      ? new AgentFailure(code, said)
      : openEnd(code, said, isReading);
  });
  if (!isReading && isOpenOutcome(binding, answer)) throw openEnd('answer', saidOf(answer), false);
  const taskId = binding.kind === 'a2a-message' ? unfinishedTask(answer) : null;
  const begun = clock.monotonic();
  while (taskId !== null && unfinishedTask(answer) !== null && clock.monotonic() - begun < taskMs) {
    await pause(clock, signal);
    // Looking is no second call.
    const seen = await send(lookAt(signifier, built.request, taskId)).catch(() => answer);
    // That it cannot be looked at says nothing of the task.
    if (hasResult(seen)) answer = seen;
  }
  if (taskId !== null && unfinishedTask(answer) !== null) {
    const minutes = Math.round(taskMs / 60_000);
    throw openEnd('task', say('call.agent-works', { task: taskId, minutes }), isReading);
  }
  return { ...readAnswer(binding, answer) };
}

/** Why an answer says nothing of the call. */
const saidOf = ({ status, body }: { status: number; body: string }): WrittenStatement =>
  status < 400 && Buffer.byteLength(body) >= maxBytes
    ? say('call.answer-too-large')
    : say('call.status', { status });

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

/** A failure of a request that may have been received, and may have done something, leaves its outcome unknown. One that reads can be repeated. */
const openEnd = (code: string, said: WrittenStatement, isReading: boolean): AgentFailure =>
  isReading
    ? new AgentFailure(`read-${code}`, said)
    : new AgentFailure('outcome-unknown', say('call.outcome-unknown', { why: said }));

/** A failure to connect, before anything was called. */
function unsent(error: unknown): AgentFailure {
  const { code, said, status } = describeFailure(error);
  return new AgentFailure(isUnsent(code) ? code : `unsent-${code}`, said, status);
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
