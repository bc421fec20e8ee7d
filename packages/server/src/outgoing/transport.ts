import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { say } from '@countersign/api/statements';
import { withExactNumbers } from '@countersign/json/exact-number';
import { AgentFailure, describeFailure } from '../http/transport-errors.ts';
import type { Clock } from '../runtime/clock.ts';
import { currentTrace, traceparentOf } from '../telemetry/trace-context.ts';
import { guardedLookup, objectionToUrl } from './address.ts';
import { decompressed } from './decompress.ts';
import { refusalSentence, refusalStatement } from './refusal-text.ts';

export interface AgentRequest {
  url: string;
  method?: 'POST' | 'GET' | 'OPTIONS' | 'DELETE';
  headers: Readonly<Record<string, string>>;
  /** Sent as JSON; a GET has none. */
  body?: unknown;
  /** Sent as it is, in place of `body`. */
  text?: string;
  signal: AbortSignal;
  /** Until the response's headers have arrived, ms. */
  timeoutMs: number;
  clock: Clock;
}

/**
 * Sends JSON and resolves with the response as soon as its headers are there. A redirect that keeps the request as it is
 * (307, 308) is followed once on the same host; any other is a failure that names where it leads. Rejects with `AgentFailure`.
 */
export async function callAgent(request: AgentRequest): Promise<IncomingMessage> {
  const response = await sendOnce(request);
  const target = redirectTarget(request.url, response);
  if (target === null) return response;
  response.destroy();
  const status = response.statusCode ?? 0;
  if (!mayFollow(request.url, target, status)) throw redirectFailure(target, status);
  const again = await sendOnce({ ...request, url: target.href });
  const next = redirectTarget(target.href, again);
  if (next === null) return again;
  again.destroy();
  throw redirectFailure(next, again.statusCode ?? 0);
}

/** `callAgent` with a POST. */
export const postToAgent = (request: AgentRequest): Promise<IncomingMessage> =>
  callAgent({ ...request, method: 'POST' });

function redirectTarget(url: string, response: IncomingMessage): URL | null {
  const status = response.statusCode ?? 0;
  const { location } = response.headers;
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return null;
  return URL.canParse(location, url) ? new URL(location, url) : null;
}

/** The headers of an agent are for its own port of its host; from http to https, each at its usual port, is allowed. */
function mayFollow(url: string, target: URL, status: number): boolean {
  const from = new URL(url);
  const keeps = status === 307 || status === 308;
  const sameDoor = from.host === target.host && from.protocol === target.protocol;
  const stepUp = from.host === target.host && from.port === '' && target.protocol === 'https:';
  return keeps && (sameDoor || stepUp);
}

/** An address is long enough to be recognized with so much of its path. */
const maxPathChars = 200;

const redirectFailure = (target: URL, status: number): AgentFailure =>
  new AgentFailure(
    'redirect',
    say('call.redirect', {
      url: `${target.origin}${target.pathname.slice(0, maxPathChars)}`,
      status,
    }),
    status,
  );

/** It did not answer, or not completely, in this time (ms). */
const notWithin = (ms: number): AgentFailure =>
  new AgentFailure('timeout', say('call.timeout', { seconds: Math.round(ms / 1000) }));

/** The trace to which the request belongs, for the agent to continue. */
function traceHeader(): Record<string, string> {
  const trace = currentTrace();
  return trace === null ? {} : { traceparent: traceparentOf(trace) };
}

function sendOnce(request: AgentRequest): Promise<IncomingMessage> {
  const objection = objectionToUrl(request.url);
  if (objection !== null) return Promise.reject(new AgentFailure('blocked', objection));
  const url = new URL(request.url);
  const { method = 'POST' } = request;
  const text =
    request.text ??
    (request.body === undefined ? null : withExactNumbers(JSON.stringify(request.body)));
  const body = text === null ? null : Buffer.from(text);
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const outgoing = send(url, {
      method,
      headers: {
        ...(body === null ? {} : { 'content-type': 'application/json' }),
        ...traceHeader(),
        ...request.headers,
        ...(body === null ? {} : { 'content-length': body.byteLength }),
      },
      lookup: guardedLookup,
      signal: request.signal,
      agent: false,
    });
    const cancel = request.clock.schedule(() => {
      outgoing.destroy(notWithin(request.timeoutMs));
    }, request.timeoutMs);
    outgoing.on('response', (response) => {
      cancel();
      resolve(response);
    });
    outgoing.on('error', (error) => {
      cancel();
      reject(describeFailure(error));
    });
    outgoing.on('socket', (socket) => socket.setKeepAlive(true, 15_000));
    outgoing.end(body ?? undefined);
  });
}

/** Reads at most `maxBytes` of a response as text; the rest is cut off. */
export async function readText(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  const body: Readable = decompressed(response);
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= maxBytes) {
      response.destroy();
      break;
    }
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8');
}

/** How long a response with a known status may take to end; its body is irrelevant. */
const bodyMs = 5_000;

/** Discards a body, and cuts it off if it does not end, so that its socket is released. */
export function discardBody(response: IncomingMessage, clock: Clock): void {
  limitBody(response, clock);
  response.resume();
}

/** Cuts off a body that does not end in time (ms); its reader gets an error then. */
export function limitBody(response: IncomingMessage, clock: Clock, ms = bodyMs): void {
  const cancel = clock.schedule(() => response.destroy(notWithin(ms)), ms);
  response.once('close', cancel);
}

/** The message of an agent's refusal as one line; empty if it was never completed. */
export async function refusalOf(response: IncomingMessage, clock: Clock): Promise<string> {
  limitBody(response, clock);
  return refusalSentence(await readText(response, 16_000).catch(() => ''));
}

/** A refusal as a failure: the status, the agent's message, and what an operator can do about it. */
export async function failureOfReply(
  response: IncomingMessage,
  { headers, clock }: Pick<AgentRequest, 'headers' | 'clock'>,
): Promise<AgentFailure> {
  const status = response.statusCode ?? 0;
  const said = await refusalOf(response, clock);
  response.destroy();
  return new AgentFailure(`http-${status}`, refusalStatement({ status, said }, headers), status);
}
