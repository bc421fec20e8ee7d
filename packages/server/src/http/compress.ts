import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isApi } from './is-api.ts';
import type { ZodApp } from './zod-app.ts';

/** Below this a response fits into the packets of its headers. */
const minBytes = 1_024;

const withBrotli = promisify(brotliCompress);
const withGzip = promisify(gzip);

/** Whether the client accepts an encoding (RFC 9110, 12.5.3). */
export function takesCoding(accepted: string | undefined, coding: 'br' | 'gzip'): boolean {
  const taken = new Map(
    (accepted ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return [name, weight === undefined ? 1 : Number(weight.slice(2))];
    }),
  );
  return (taken.get(coding) ?? taken.get('*') ?? 0) > 0;
}

/** The encoding of a response; null = none. */
export function codingOf(accepted: string | undefined): 'br' | 'gzip' | null {
  if (takesCoding(accepted, 'br')) return 'br';
  return takesCoding(accepted, 'gzip') ? 'gzip' : null;
}

/**
 * Compresses responses to reads: lists and snapshots. Never the response to a change, because it may contain a secret (a token, the
 * proof of a session) next to what was sent, and its length would reveal both (BREACH); what is read contains no secret. Streams are
 * compressed on their own (stream-encoding.ts).
 *
 * Not @fastify/compress: it decides by route and content type, not by whether the request is a GET, so every other route would have
 * to be excluded from it by hand, and it brings five dependencies for what is one hook here.
 */
export function registerCompression(app: ZodApp): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || request.method !== 'GET' || !isApi(request)) return payload;
    if (reply.hasHeader('content-encoding') || payload.length < minBytes) return payload;
    reply.header('vary', 'accept-encoding');
    const coding = codingOf(request.headers['accept-encoding']);
    if (coding === null) return payload;
    const bytes = Buffer.from(payload);
    const packed =
      coding === 'br'
        ? // The lowest of its levels that is better than gzip's best, at about its cost.
          await withBrotli(bytes, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: 4,
              [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
            },
          })
        : await withGzip(bytes, { level: 4 });
    reply.header('content-encoding', coding).removeHeader('content-length');
    return packed;
  });
}
