import type { SafeFetch } from '@countersign/server/outgoing/safe-fetch';
import type { FetchLike } from '@modelcontextprotocol/client';

const maxBytes = 4 * 1024 * 1024;

/**
 * The safe fetch for the client library of MCP: each response is read whole. There is no stream that stays open, so a server cannot ask
 * in the middle of a call; one that does is registered as an agent.
 */
export const safeFetchLike =
  (fetch: SafeFetch, timeoutMs: number, signal: AbortSignal): FetchLike =>
  async (url, init = {}) => {
    const method = init.method === 'POST' || init.method === 'DELETE' ? init.method : 'GET';
    if (method === 'GET') return new Response(null, { status: 405 });
    const either = init.signal == null ? signal : AbortSignal.any([signal, init.signal]);
    const { status, headers, body } = await fetch({
      ...{ method, url: String(url), timeoutMs, maxBytes, signal: either },
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' ? { body: init.body } : {}),
      ...{ beyond: 'refuse', staysAtOrigin: true },
    });
    const given = new Headers();
    for (const name of ['content-type', 'mcp-session-id']) {
      const value = headers[name];
      if (typeof value === 'string') given.set(name, value);
    }
    const isEmpty = status === 204 || status === 205 || status === 304 || body === '';
    return new Response(isEmpty ? null : body, { status, headers: given });
  };
