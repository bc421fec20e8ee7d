import type { RouteMethod } from '@countersign/api/routes/route';
import { withExactNumbers } from '@countersign/json/exact-number';
import type { Ports } from './ports.ts';
import { NetworkError, ProblemError, problemOf } from './problem-error.ts';
import type { SessionProof } from './session-proof.ts';

const timeoutMs = 30_000;

export interface RequestOptions {
  method?: RouteMethod;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** Is sent even if the page is closed meanwhile. */
  keepalive?: boolean | undefined;
}

/**
 * Sends one request and returns its JSON (undefined for 204). Throws ProblemError or NetworkError; an abort is thrown
 * unchanged.
 */
export type Http = <T>(path: string, options?: RequestOptions) => Promise<T>;

export function urlOf(baseUrl: string, path: string, query: RequestOptions['query'] = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  const text = search.toString();
  return `${baseUrl.replace(/\/$/, '')}${path}${text === '' ? '' : `?${text}`}`;
}

export interface HttpOptions {
  baseUrl: string;
  ports: Ports;
  proof: SessionProof;
  /** Called with the server's clock (epoch ms, whole seconds) of every response. */
  onDate: (serverTime: number) => void;
}

export function createHttp({ baseUrl, ports, proof, onDate }: HttpOptions): Http {
  return async <T>(path: string, options: RequestOptions = {}): Promise<T> => {
    const { method = 'GET', query, body, headers, signal, keepalive } = options;
    const limit = new AbortController();
    const cancelLimit = ports.schedule(() => limit.abort(), timeoutMs);
    const passOn = () => limit.abort();
    signal?.addEventListener('abort', passOn);
    try {
      signal?.throwIfAborted();
      const response = await ports.fetch(urlOf(baseUrl, path, query), {
        method,
        signal: limit.signal,
        credentials: 'same-origin',
        cache: 'no-store',
        headers: {
          accept: 'application/json, application/problem+json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...proof.headers(),
          ...headers,
        },
        ...(body === undefined ? {} : { body: withExactNumbers(JSON.stringify(body)) }),
        ...(keepalive === undefined ? {} : { keepalive }),
      });
      const date = Date.parse(response.headers.get('date') ?? '');
      if (!Number.isNaN(date)) onDate(date);
      if (!response.ok) throw new ProblemError(await problemOf(response), response.status);
      const text = await response.text();
      return (text === '' ? undefined : JSON.parse(text)) as T;
    } catch (error) {
      if (error instanceof ProblemError) throw error;
      signal?.throwIfAborted();
      throw new NetworkError(limit.signal.aborted ? 'No answer in time' : 'No answer', {
        cause: error,
      });
    } finally {
      cancelLimit();
      signal?.removeEventListener('abort', passOn);
    }
  };
}

/** Reads a response that may take longer than any time limit. With a body, it is a POST. Throws as `Http` does. */
export type Download = <T>(
  path: string,
  read: (response: Response) => Promise<T>,
  options?: Pick<RequestOptions, 'body' | 'signal'>,
) => Promise<T>;

export function createDownload({ baseUrl, ports, proof }: Omit<HttpOptions, 'onDate'>): Download {
  return async (path, read, { body, signal } = {}) => {
    try {
      const response = await ports.fetch(urlOf(baseUrl, path), {
        credentials: 'same-origin',
        cache: 'no-store',
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...proof.headers(),
        },
        ...(body === undefined
          ? {}
          : { method: 'POST', body: withExactNumbers(JSON.stringify(body)) }),
        ...(signal === undefined ? {} : { signal }),
      });
      if (!response.ok) throw new ProblemError(await problemOf(response), response.status);
      return await read(response);
    } catch (error) {
      if (error instanceof ProblemError) throw error;
      signal?.throwIfAborted();
      throw new NetworkError('No answer', { cause: error });
    }
  };
}
