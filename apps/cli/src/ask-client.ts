import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from './command.ts';

/** The command could not ask, or does not know the answer. */
export const faultCode = 3;

/** A question as the server has it (`packages/api/src/question.ts`). */
export interface AskedQuestion {
  id: string;
  status: 'open' | 'answered' | 'expired' | 'withdrawn' | 'failed';
  url: string;
  reason?: string;
  outcome?: { type: string; value?: unknown; reason?: string; by?: string; how: string };
}

export interface Place {
  url: string;
  token: string;
}

/** How long the server is looked for before the question is asked, and how long one request may take beyond its wait, ms. */
const firstContactMs = 15_000;
const requestMs = 15_000;
/** The longest wait of one request, seconds. */
const longestWait = 50;
const pauseMs = { first: 500, most: 5_000 };

/** The server could not be reached, or does not serve at the moment: worth another attempt. */
class Away extends Error {}

/** Asks and waits, over broken connections: the server is the same for every attempt, by the key of the question. */
export class AskClient {
  readonly #place: Place;
  readonly #onAway: (reason: string) => void;

  constructor(place: Place, onAway: (reason: string) => void) {
    this.#place = place;
    this.#onAway = onAway;
  }

  /** `until`: a moment of `performance.now()`. */
  async ask(
    body: object,
    { key, until, signal }: { key: string; until: number; signal: AbortSignal },
  ): Promise<AskedQuestion> {
    const send = () =>
      this.#request('POST', '', { body: JSON.stringify(body), key, signal, waitMs: 0 });
    const given = Math.min(performance.now() + firstContactMs, until);
    return this.#untilReached(send, given, signal);
  }

  /** Resolves when the question has ended, or as it is at `until`, a moment of `performance.now()`. */
  async wait(id: string, until: number, signal: AbortSignal): Promise<AskedQuestion> {
    for (;;) {
      const left = Math.max(0, Math.ceil((until - performance.now()) / 1_000));
      const seconds = Math.min(longestWait, left);
      const look = () =>
        this.#request('GET', `/${id}?wait=${seconds}`, { signal, waitMs: seconds * 1_000 });
      const question = await this.#untilReached(look, until, signal);
      if (question.status !== 'open' || left === 0) return question;
    }
  }

  /** Best effort: it is the last thing that is done. */
  async withdraw(id: string): Promise<void> {
    const signal = AbortSignal.timeout(5_000);
    await this.#request('DELETE', `/${id}`, { signal, waitMs: 0 }).catch(() => {});
  }

  async #untilReached(
    work: () => Promise<AskedQuestion>,
    until: number,
    signal: AbortSignal,
  ): Promise<AskedQuestion> {
    for (let pause = pauseMs.first; ; pause = Math.min(2 * pause, pauseMs.most)) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof Away)) throw error;
        if (performance.now() >= until) throw new CommandError(error.message, faultCode);
        if (pause === pauseMs.first) this.#onAway(error.message);
        await sleep(pause, undefined, { signal });
      }
    }
  }

  async #request(
    method: string,
    path: string,
    given: { body?: string; key?: string; signal: AbortSignal; waitMs: number },
  ): Promise<AskedQuestion> {
    const { url, token } = this.#place;
    const signal = AbortSignal.any([given.signal, AbortSignal.timeout(given.waitMs + requestMs)]);
    const response = await fetch(`${url}/api/questions${path}`, {
      method,
      signal,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(given.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(given.key === undefined ? {} : { 'idempotency-key': given.key }),
      },
      ...(given.body === undefined ? {} : { body: given.body }),
    })
      .then(async (answer) => ({ status: answer.status, text: await answer.text() }))
      .catch((error: unknown) => {
        given.signal.throwIfAborted();
        throw new Away(`${url} does not answer (${reasonOf(error)}).`);
      });
    const said = parsed(response.text);
    if (response.status < 300 && isQuestion(said)) return said;
    const words = `${url} refuses it: status ${response.status}${detailOf(said)}`;
    if (response.status === 429 || response.status >= 500) throw new Away(words);
    throw new CommandError(words, faultCode);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isQuestion = (said: unknown): said is AskedQuestion =>
  typeof said === 'object' && said !== null && 'id' in said && 'status' in said;

/** The words of a problem. */
function detailOf(said: unknown): string {
  const { title, detail } = Object(said) as Record<string, unknown>;
  const words = [title, detail].filter((one) => typeof one === 'string' && one !== '');
  return words.length === 0 ? '' : `. ${words.join(': ')}`;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : null;
  return code ?? error.message;
}
