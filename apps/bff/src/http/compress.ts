import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isApi } from './is-api.ts';
import type { ZodApp } from './zod-app.ts';

/** Below this an answer fits into the packets that its headers open. */
const minBytes = 1_024;

const withBrotli = promisify(brotliCompress);
const withGzip = promisify(gzip);

/** The coding to answer in, by what the client says it takes (RFC 9110, 12.5.3); null = as it is. */
export function codingOf(accepted: string | undefined): 'br' | 'gzip' | null {
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
  const takes = (name: string) => (taken.get(name) ?? taken.get('*') ?? 0) > 0;
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : null;
}

/**
 * Compresses what is read: lists and snapshots. Never an answer to what changes something, for those may carry a secret
 * (a token, the proof of a session) beside what was sent, and its length would tell of both (BREACH); what is read holds
 * no secret. Streams are not touched: theirs is not a text but a socket of its own.
 *
 * Not @fastify/compress: it settles by route and type of content, not by whether an answer was asked for with GET, so every
 * other route would have to be taken out of it by hand, and it brings five dependencies for what is one hook here.
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
        ? // The lowest of its levels that beats gzip's best, at about its price.
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
