import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { say } from '@countersign/api/statements';
import type { WrittenStatement } from '@countersign/json/statement';
import { describeFailure } from '../http/transport-errors.ts';
import type { Clock } from '../runtime/clock.ts';
import { judgedLookup, type Lookup } from './judged-lookup.ts';
import { createOutsideAddresses } from './outside-address.ts';

/** `HEAD` and `OPTIONS` are probes. */
type OutsideMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';

/** A call to an address given by others. */
export interface OutsideRequest {
  method: OutsideMethod;
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Headers that do not follow a redirect to another origin. */
  credentials?: Readonly<Record<string, string>>;
  body?: string;
  /** For all of it: every redirect, and the body of the response. */
  timeoutMs: number;
  /** Of the response's body. */
  maxBytes: number;
  /** Whether a longer body is an error, or is cut off. */
  beyond: 'refuse' | 'cut';
  /** A redirect to another origin is a failure: what is sent was meant for this one. */
  staysAtOrigin?: true;
  signal?: AbortSignal;
}

export interface OutsideAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
  /** Where and how it was asked in the end. */
  url: string;
  method: OutsideMethod;
}

/** Why there is no response. `code`: `blocked`, `timeout`, `too-large`, `redirects`, `tls`, or the socket's. */
export class OutsideFailure extends Error {
  readonly code: string;
  readonly said: WrittenStatement;
  /** The first address had answered, with a redirect: it may have done what it was asked for. */
  readonly wasRedirected: boolean;
  constructor(code: string, said: WrittenStatement, wasRedirected = false) {
    super(said.text);
    this.name = 'OutsideFailure';
    this.code = code;
    this.said = said;
    this.wasRedirected = wasRedirected;
  }
}

/** Rejects with `OutsideFailure`; any status is a response. */
export type SafeFetch = (request: OutsideRequest) => Promise<OutsideAnswer>;

const maxRedirects = 3;
const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * The only way to call addresses other than those of agents: http(s) only, checked by the address really connected to, also for each
 * redirect. `allowed`: hosts that may be on a private network, `host` or `host:port`.
 */
export function createSafeFetch(options: {
  clock: Clock;
  allowed: readonly string[];
  lookup?: Lookup;
}): SafeFetch {
  const addresses = createOutsideAddresses(options.allowed);

  const send = (request: OutsideRequest, url: URL, signal: AbortSignal) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const { method, headers, credentials, body } = request;
      const bytes = body === undefined ? null : Buffer.from(body);
      const start = url.protocol === 'https:' ? httpsRequest : httpRequest;
      const outgoing = start(url, {
        method,
        headers: {
          ...headers,
          ...credentials,
          ...(bytes === null ? {} : { 'content-length': bytes.byteLength }),
        },
        lookup: judgedLookup(
          (address) => addresses.objectionToAddress(url, address),
          options.lookup,
        ),
        signal,
        // A separate socket: nothing is shared with earlier calls.
        agent: false,
      });
      outgoing.on('response', resolve);
      outgoing.on('error', reject);
      outgoing.end(bytes ?? undefined);
    });

  const follow = async (
    first: OutsideRequest,
    signal: AbortSignal,
    onRedirect: () => void,
  ): Promise<OutsideAnswer> => {
    let request = first;
    for (let hops = 0; ; hops += 1) {
      const objection = addresses.objectionToUrl(request.url);
      if (objection !== null) throw new OutsideFailure('blocked', objection);
      const url = new URL(request.url);
      const response = await send(request, url, signal);
      const status = response.statusCode ?? 0;
      const { location } = response.headers;
      if (!redirects.has(status) || location === undefined) {
        const body = await readBody(response, request);
        return { status, headers: response.headers, body, url: url.href, method: request.method };
      }
      response.destroy();
      onRedirect();
      if (hops === maxRedirects) {
        throw new OutsideFailure('redirects', say('call.redirects-too-often'));
      }
      request = redirected(request, url, { status, location });
    }
  };

  return async (request) => {
    const abort = new AbortController();
    const cancel = options.clock.schedule(() => abort.abort(), request.timeoutMs);
    const { signal: given } = request;
    let wasRedirected = false;
    try {
      return await follow(
        request,
        given === undefined ? abort.signal : AbortSignal.any([abort.signal, given]),
        () => {
          wasRedirected = true;
        },
      );
    } catch (error) {
      if (abort.signal.aborted) {
        const seconds = Math.round(request.timeoutMs / 1000);
        throw new OutsideFailure('timeout', say('call.timeout', { seconds }), wasRedirected);
      }
      const { code, said } = error instanceof OutsideFailure ? error : describeFailure(error);
      throw new OutsideFailure(code, said, wasRedirected);
    } finally {
      cancel();
      // Closes what is still open: a body that was cut off, or a redirect's.
      abort.abort();
    }
  };
}

/** The next request: only 307 and 308 keep the method; credentials are sent to their origin only. */
function redirected(
  request: OutsideRequest,
  from: URL,
  answer: { status: number; location: string },
): OutsideRequest {
  let to: URL;
  try {
    to = new URL(answer.location, from);
  } catch {
    throw new OutsideFailure('redirects', say('call.redirect-no-url'));
  }
  if (from.protocol === 'https:' && to.protocol !== 'https:') {
    throw new OutsideFailure('blocked', say('call.redirect-unsafe'));
  }
  if (request.staysAtOrigin === true && to.origin !== from.origin) {
    throw new OutsideFailure('redirects', say('call.redirect-elsewhere', { origin: to.origin }));
  }
  const { credentials, body, method, ...rest } = request;
  const keeps = answer.status === 307 || answer.status === 308;
  return {
    ...rest,
    url: to.href,
    method: keeps ? method : 'GET',
    ...(keeps && body !== undefined ? { body } : {}),
    ...(to.origin === from.origin && credentials !== undefined ? { credentials } : {}),
  };
}

async function readBody(response: IncomingMessage, request: OutsideRequest): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    chunks.push(chunk);
    if (size <= request.maxBytes) continue;
    response.destroy();
    if (request.beyond === 'cut') break;
    throw new OutsideFailure('too-large', say('call.answer-too-large'));
  }
  return Buffer.concat(chunks).subarray(0, request.maxBytes).toString('utf8');
}
