import { Readable } from 'node:stream';
import { decompressed } from '@countersign/server/outgoing/decompress';
import { callAgent } from '@countersign/server/outgoing/transport';
import type { Clock } from '@countersign/server/runtime/clock';
import { headersTo, type KnownAgent } from './secret-headers.ts';

/** No body, by the rules of HTTP. */
const bodyless = new Set([204, 205, 304]);

/**
 * `fetch` as the check of an agent needs it, over the calls of this server to agents: the same addresses are refused, and the headers
 * of the agent go only where they may.
 */
export function createCheckFetch(
  agent: KnownAgent,
  { clock, timeoutMs }: { clock: Clock; timeoutMs: number },
): typeof fetch {
  return async (input, init = {}) => {
    const url = String(input);
    const given = Object.fromEntries(new Headers(init.headers));
    const response = await callAgent({
      url,
      method: init.method === 'GET' ? 'GET' : 'POST',
      headers: { ...given, ...headersTo(agent, url) },
      ...(typeof init.body === 'string' ? { text: init.body } : {}),
      signal: init.signal ?? new AbortController().signal,
      timeoutMs,
      clock,
    });
    const status = response.statusCode ?? 0;
    const body = bodyless.has(status) ? null : Readable.toWeb(decompressed(response));
    const headers = new Headers();
    for (const [name, value] of Object.entries(response.headers)) {
      if (value !== undefined) headers.set(name, String(value));
    }
    return new Response(body as ReadableStream<Uint8Array> | null, { status, headers });
  };
}
