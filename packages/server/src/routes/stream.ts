import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { readIdList } from '@countersign/api/shapes/thread-id';
import { say } from '@countersign/api/statements';
import type { FastifyRequest } from 'fastify';
import { identify, operatorOf } from '../guard/guard.ts';
import { takesCoding } from '../http/compress.ts';
import { parseCursor } from '../http/cursor.ts';
import { ProblemError } from '../http/problem.ts';
import { serve } from '../http/serve.ts';
import type { Sink } from '../http/streams/sink.ts';
import { gzipBlocks, gzipHeader } from '../http/streams/stream-encoding.ts';
import { tabOf } from '../http/streams/tab.ts';
import type { ZodApp } from '../http/zod-app.ts';
import type { KernelDeps } from '../kernel.ts';

const maxTasks = 200;
/** For the last frame of a stream that ends in order. */
const flushMs = 1_000;
/** Between two looks whether the one who reads may still do so. */
const watchMs = 5_000;

/** `body`: the response, or its socket once the head is written: a response does more for each write, a thousand times per flush. */
function sinkOf(response: ServerResponse, body: Writable, isCompressed: boolean): Sink {
  if (isCompressed) body.write(gzipHeader);
  return {
    write: (chunk) => body.write(isCompressed ? gzipBlocks(chunk) : chunk),
    queued: () => body.writableLength,
    onDrain(listener) {
      body.once('drain', listener);
      return () => body.removeListener('drain', listener);
    },
    end(how) {
      if (how !== 'flushed') return void response.destroy();
      response.end();
      // A network that is gone never confirms.
      setTimeout(() => response.destroy(), flushMs).unref();
    },
  };
}

/**
 * A session can be ended, and a token be taken away, at any server on the store: its streams end within seconds. A store that cannot
 * be read ends none. Returns its undo.
 */
function watchIdentity(
  request: FastifyRequest,
  { auth, clock, guesses, secureHost }: KernelDeps,
  onGone: () => void,
): () => void {
  let isOver = false;
  let cancel = () => {};
  const look = (): void => {
    identify(request, { auth, guesses, secureHost }).then(
      (found) => {
        if ('operator' in found) later();
        else if (!isOver) onGone();
      },
      () => later(),
    );
  };
  const later = () => {
    if (!isOver) cancel = clock.schedule(look, watchMs);
  };
  later();
  return () => {
    isOver = true;
    cancel();
  };
}

/** The one stream a browser tab needs (docs/protocol/server-stream.md). */
export function registerStream(app: ZodApp, deps: KernelDeps): void {
  const { hub, journal, clock } = deps;
  serve(
    app,
    'GET /api/stream',
    async (request, reply) => {
      const { tasks, facts, after, envelopes } = request.query;
      // Sorted, so that streams of the same tasks share frames.
      const threads = tasks === '*' ? '*' : [...new Set(readIdList(tasks))].sort();
      if (threads.length > maxTasks) {
        throw new ProblemError(
          'invalid-request',
          say('stream.too-many-tasks', { limit: maxTasks }),
        );
      }
      const header = request.headers['last-event-id'];
      const given = (Array.isArray(header) ? header[0] : header) || after;
      // A browser that comes from another server may be ahead of what this one has read.
      if (given !== undefined) await journal.catchUp();
      const head = journal.head();
      const start =
        given === undefined
          ? { position: head }
          : parseCursor(given, { storeId: journal.storeId, head });
      const operatorId = operatorOf(request).id;
      const tab = tabOf(request);
      const full = hub.makeRoom({ operatorId, tab }, deps.limits);
      if (full !== null) {
        const { streams, streamsPerOperator } = deps.limits;
        throw new ProblemError(
          'too-many-streams',
          full === 'operator'
            ? say('stream.your-tabs', { count: streamsPerOperator })
            : say('stream.all-open', { count: streams }),
        );
      }
      reply.hijack();
      const response = reply.raw;
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) response.setHeader(name, value);
      }
      // The body ends with the connection, and its pieces are not marked: so they are the same for all readers.
      response.removeHeader('transfer-encoding');
      const isCompressed = takesCoding(request.headers['accept-encoding'], 'gzip');
      response.writeHead(200, {
        ...(isCompressed ? { 'content-encoding': 'gzip' } : {}),
        vary: 'accept-encoding',
        connection: 'close',
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      });
      response.flushHeaders();
      response.socket?.setNoDelay(true);
      // It has no socket while the response before it on the same connection is not finished. And one to HEAD has no body.
      const body = request.method === 'HEAD' ? response : (response.socket ?? response);
      const reader = hub.connect(sinkOf(response, body, isCompressed), {
        operatorId,
        tab,
        filter: {
          threads,
          facts: facts !== undefined,
          isShort: facts === 'short',
          isBatched: envelopes === 'batched',
        },
        after: 'position' in start ? start.position : head,
        resetReason: 'reason' in start ? start.reason : null,
        // Randomized, so that clients of a restarted server do not all reconnect at once.
        retryMs: 500 + deps.random() * 1_000,
      });
      // The end of a session ends its streams: the browser reconnects, and has to sign in.
      const until = request.identity?.until ?? null;
      const forget =
        until === null ? null : clock.schedule(() => reader.close(), until - clock.now());
      const unwatch = watchIdentity(request, deps, () => reader.close());
      response.on('close', () => {
        forget?.();
        unwatch();
        reader.close();
      });
      response.on('error', () => reader.close());
    },
    { rateLimit: false },
  );
}
