import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Clock } from '../clock.ts';
import { guardedLookup, objectionToUrl } from './address.ts';

/** Why an agent could not be talked to, in words an operator can act on. `code` is stable. */
export class AgentFailure extends Error {
  readonly code: string;
  /** HTTP status, when the agent did answer. */
  readonly status: number | null;
  constructor(code: string, message: string, status: number | null = null) {
    super(message);
    this.name = 'AgentFailure';
    this.code = code;
    this.status = status;
  }
}

export interface AgentRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: unknown;
  signal: AbortSignal;
  /** Until the response's headers have arrived, ms. */
  timeoutMs: number;
  clock: Clock;
}

const plainWords: Record<string, string> = {
  ECONNREFUSED: 'Nothing listens there (connection refused).',
  ENOTFOUND: 'Its host name is not known (DNS).',
  EAI_AGAIN: 'Its host name could not be looked up (DNS).',
  ECONNRESET: 'It broke the connection off.',
  EPIPE: 'It broke the connection off.',
  ETIMEDOUT: 'It could not be reached in time.',
  EHOSTUNREACH: 'Its host cannot be reached.',
  ENETUNREACH: 'Its network cannot be reached.',
};

/** Turns an error of the socket into words. */
export function describeFailure(error: unknown): AgentFailure {
  if (error instanceof AgentFailure) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : String(error);
  if (code === 'EBLOCKED') return new AgentFailure('blocked', message);
  const words = plainWords[code];
  if (words !== undefined) return new AgentFailure(code.toLowerCase(), words);
  if (/^(CERT|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO|ERR_SSL)/.test(code)) {
    return new AgentFailure(
      'tls',
      `Its certificate or encryption was not accepted (TLS: ${code}).`,
    );
  }
  return new AgentFailure(code.toLowerCase() || 'network', message);
}

/** POSTs JSON and resolves with the response as soon as its headers are there. Rejects with `AgentFailure`. */
export function postToAgent(request: AgentRequest): Promise<IncomingMessage> {
  const objection = objectionToUrl(request.url);
  if (objection !== null) return Promise.reject(new AgentFailure('blocked', objection));
  const url = new URL(request.url);
  const body = Buffer.from(JSON.stringify(request.body));
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const outgoing = send(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...request.headers,
        'content-length': body.byteLength,
      },
      lookup: guardedLookup,
      signal: request.signal,
      agent: false,
    });
    const cancel = request.clock.schedule(() => {
      const seconds = Math.round(request.timeoutMs / 1000);
      outgoing.destroy(new AgentFailure('timeout', `It did not answer within ${seconds} seconds.`));
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
    outgoing.end(body);
  });
}

/** Reads at most `maxBytes` of a reply as text; what is more is cut off. */
export async function readText(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= maxBytes) {
      response.destroy();
      break;
    }
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8');
}

/** A reply whose status is known has this long to end; its body decides nothing. */
const bodyMs = 5_000;

/** Reads a body to nowhere, and breaks it off when it does not end: a socket is not kept for it. */
export function discardBody(response: IncomingMessage, clock: Clock): void {
  limitBody(response, clock);
  response.resume();
}

function limitBody(response: IncomingMessage, clock: Clock): void {
  const cancel = clock.schedule(() => response.destroy(), bodyMs);
  response.once('close', cancel);
}

/**
 * One line of what an agent said with its refusal: a problem's detail or title, else the text itself.
 * Empty when it never finished saying it.
 */
export async function refusalOf(response: IncomingMessage, clock: Clock): Promise<string> {
  limitBody(response, clock);
  const text = await readText(response, 4_000).catch(() => '');
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null) {
      if ('detail' in body && typeof body.detail === 'string') return body.detail;
      if ('title' in body && typeof body.title === 'string') return body.title;
    }
  } catch {
    // Not JSON: the text speaks for itself.
  }
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 200);
}
