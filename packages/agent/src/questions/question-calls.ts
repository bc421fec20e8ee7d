import { isObject, type JsonObject } from '@countersign/json/json-object';
import { delay, systemClock } from '../clock.ts';

/** The server refused a question, or was away for too long. */
export class QuestionFault extends Error {
  /** Of the last response; null = there was none. */
  readonly status: number | null;
  /** As the server sent it (RFC 9457), with `errors` where it points at members. */
  readonly problem: JsonObject | null;

  constructor(message: string, status: number | null = null, problem: JsonObject | null = null) {
    super(message);
    this.name = 'QuestionFault';
    this.status = status;
    this.problem = problem;
  }
}

/** The calls of one question, each repeated while the server is away. They return the question as the server has it. */
export interface QuestionCalls {
  ask(body: JsonObject, key: string, signal: AbortSignal): Promise<JsonObject>;
  /** Waits until the question is not open any more. */
  end(asked: JsonObject, signal: AbortSignal): Promise<JsonObject>;
  /** Tries once, for a few seconds. Null = it is not known what became of the question. */
  withdraw(
    asked: Promise<JsonObject>,
    again: { body: JsonObject; key: string },
  ): Promise<JsonObject | null>;
}

const waitSeconds = 50;
const attemptMs = 15_000;
const withdrawMs = 5_000;
const leastPauseMs = 250;
const mostPauseMs = 10_000;
/** A server that cannot hold more requests returns at once. */
const shortWaitMs = 1_000;
/** The server is away, starts, or has too much to do. Everything else is its answer. */
const forNow = new Set([408, 425, 429, 500, 502, 503, 504]);

type Attempt = { body: JsonObject } | { fault: QuestionFault; isFinal: boolean; pauseMs: number };

interface Call {
  method: string;
  path: string;
  body?: JsonObject;
  key?: string;
}

export function questionCalls({
  url,
  token,
  awayMs,
  onAway,
}: {
  url: string;
  token: string;
  /** For how long the server may be away during one call. */
  awayMs: number;
  /** Called with the first fault of each time in which it is away. */
  onAway?: (fault: QuestionFault) => void;
}): QuestionCalls {
  const base = `${url.replace(/\/+$/, '')}/api/questions`;

  const attempt = async (call: Call, signal: AbortSignal): Promise<Attempt> => {
    try {
      const response = await fetch(`${base}${call.path}`, {
        method: call.method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(call.key === undefined ? {} : { 'idempotency-key': call.key }),
        },
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
        // The token is for this server only.
        redirect: 'error',
        signal,
      });
      const read: unknown = await response.json().catch(() => null);
      if (response.ok && isObject(read)) return { body: read };
      return refusal(response, isObject(read) ? read : null);
    } catch (error) {
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      const why = cause instanceof Error ? cause.message : String(cause);
      const fault = new QuestionFault(`The server cannot be reached at ${url}: ${why}`);
      return { fault, isFinal: false, pauseMs: 0 };
    }
  };

  const repeated = async (call: Call, eachMs: number, signal: AbortSignal) => {
    const sinceMs = Date.now();
    for (let pauseMs = leastPauseMs; ; pauseMs = Math.min(pauseMs * 2, mostPauseMs)) {
      const limits = AbortSignal.any([signal, AbortSignal.timeout(eachMs)]);
      const tried = await attempt(call, limits);
      signal.throwIfAborted();
      if ('body' in tried) return tried.body;
      const nextMs = Math.max(pauseMs, tried.pauseMs);
      if (tried.isFinal || Date.now() + nextMs - sinceMs > awayMs) throw tried.fault;
      if (pauseMs === leastPauseMs) onAway?.(tried.fault);
      await delay(systemClock, nextMs, signal);
    }
  };

  return {
    ask: (body, key, signal) =>
      repeated({ method: 'POST', path: '', body, key }, attemptMs, signal),
    async end(asked, signal) {
      const path = `/${encodeURIComponent(String(asked['id']))}?wait=${waitSeconds}`;
      let question = asked;
      while (question['status'] === 'open') {
        const sinceMs = Date.now();
        question = await repeated({ method: 'GET', path }, waitSeconds * 1_000 + attemptMs, signal);
        if (question['status'] === 'open' && Date.now() - sinceMs < shortWaitMs) {
          await delay(systemClock, shortWaitMs, signal);
        }
      }
      return question;
    },
    async withdraw(asked, { body, key }) {
      const signal = AbortSignal.timeout(withdrawMs);
      const late = new Promise<null>((resolve) => {
        signal.addEventListener('abort', () => resolve(null), { once: true });
      });
      let question = await Promise.race([asked.catch(() => null), late]);
      if (question === null) {
        // It may have been stored although the response was lost: the key finds it.
        const found = await attempt({ method: 'POST', path: '', body, key }, signal);
        question = 'body' in found ? found.body : null;
      }
      if (question === null) return null;
      const path = `/${encodeURIComponent(String(question['id']))}`;
      const withdrawn = await attempt({ method: 'DELETE', path }, signal);
      return 'body' in withdrawn ? withdrawn.body : null;
    },
  };
}

function refusal(response: Response, problem: JsonObject | null): Attempt {
  const errors = Array.isArray(problem?.['errors']) ? problem['errors'].filter(isObject) : [];
  const listed = errors.map(({ path, message }) => `${path}: ${message}`).join('; ');
  const said = listed || problem?.['detail'] || problem?.['title'] || `HTTP ${response.status}`;
  const seconds = Number(response.headers.get('retry-after'));
  return {
    fault: new QuestionFault(`The server refuses: ${said}`, response.status, problem),
    isFinal: !forNow.has(response.status),
    pauseMs: Number.isFinite(seconds) ? seconds * 1_000 : 0,
  };
}
