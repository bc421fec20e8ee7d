import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import { timeout } from './body-reader.ts';

/** A request without a response. */
export class NoResponse extends Error {
  readonly seconds: number;
  constructor(patienceMs: number) {
    super(`There was no response within ${patienceMs / 1_000} s.`);
    this.name = 'NoResponse';
    this.seconds = patienceMs / 1_000;
  }
}

/** Sends a request with the headers of the agent where they may go. `abort` ends it and what comes of it. */
export type Sender = (
  url: string,
  init: RequestInit,
  during?: AbortSignal,
) => Promise<{ response: Response; abort: AbortController }>;

/** @param signal - ends every request that is open */
export function createSender(
  {
    agent,
    patienceMs,
    fetch: request = globalThis.fetch,
  }: { agent: AgentDescriptor; patienceMs: number; fetch?: typeof globalThis.fetch },
  signal: AbortSignal,
): Sender {
  const headersOf = (url: string): Record<string, string> => {
    const { origin } = new URL(url);
    const own = origin === new URL(agent.url).origin || agent.headersAlsoTo?.includes(origin);
    return own === true ? (agent.headers ?? {}) : {};
  };
  return async (url, init, during = signal) => {
    const limit = timeout(patienceMs);
    const abort = new AbortController();
    const sent = request(url, {
      ...init,
      headers: { ...headersOf(url), ...init.headers },
      signal: AbortSignal.any([abort.signal, during]),
      redirect: 'manual',
    });
    const response = await Promise.race([sent, limit.done]).finally(limit.cancel);
    if (response !== 'timeout') return { response, abort };
    abort.abort();
    await sent.catch(() => {});
    throw new NoResponse(patienceMs);
  };
}
