import type { Envelope } from '@countersign/hai/envelope';
import { encodeBatch } from '@countersign/hai/envelope-batch';
import type { HaiEvent } from '@countersign/hai/event';
import { encodeComment, encodeFrame } from '@countersign/hai/sse';
import { emptyThread, foldThread } from '@countersign/thread/fold';
import { createEnvelopes, type EnvelopeFields } from './envelopes.ts';

type Answer = (request: { path: string; method: string; body: unknown }) => Response | null;

/** The stream and history of a BFF behind a `fetch` without sockets; faults of the connection are scripted. */
export interface SimulatedBff {
  fetch: typeof fetch;
  append(event: HaiEvent, fields?: EnvelopeFields): Envelope;
  journal(): readonly Envelope[];
  /** Sends every open stream data that is not journalled: a named frame without an id. */
  notify(event: string, data: unknown): void;
  /** Breaks every open stream. */
  cut(): void;
  /** While down, every request fails as if the port were closed. */
  setDown(down: boolean): void;
  /** While set, every request but signing in is answered 401. */
  setSignedOut(signedOut: boolean): void;
  /** Another store: earlier cursors are invalid. */
  forgetCursors(): void;
  /** Bytes are sent in pieces of these sizes, repeated cyclically. */
  splitBy(sizes: readonly number[]): void;
  /** The stream sends an envelope this many times: 0 leaves a hole, 2 doubles it. */
  repeatBy(times: (envelope: Envelope) => number): void;
  /** Microtasks that a request and its response each take, repeated cyclically. */
  delayBy(microtasks: readonly number[]): void;
  /** Answers other requests; null = 404. */
  answer(answer: Answer): void;
  streams(): number;
  requests(): readonly string[];
}

interface Reader {
  controller: ReadableStreamDefaultController<Uint8Array>;
  tasks: ReadonlySet<string>;
}

const isNotable = ({ event }: Envelope): boolean =>
  event.type.startsWith('RUN_') ||
  (event.type === 'CUSTOM' && event.name.startsWith('countersign.'));

const json = (value: unknown, status = 200): Response =>
  new Response(JSON.stringify(value), {
    status,
    headers: {
      'content-type': status < 400 ? 'application/json' : 'application/problem+json',
    },
  });

export const problemResponse = (slug: string, status: number, more: object = {}): Response =>
  json({ type: `/problems/${slug}`, title: slug, status, ...more }, status);

/** What a test may change about the streams. */
interface Knobs {
  /** The number of the store: cursors of another one are not known. */
  storeId: number;
  /** Lengths of the parts in which bytes arrive; none = whole frames. */
  sizes: readonly number[];
  /** How often an envelope is sent. */
  times: (envelope: Envelope) => number;
}

/** The streams of the readers, as the server sends them. */
function createStreams(
  { envelopes, now }: { envelopes: ReturnType<typeof createEnvelopes>; now: () => number },
  knobs: Knobs,
) {
  const encoder = new TextEncoder();
  const readers = new Set<Reader>();
  let turn = 0;

  const cursorOf = (position: number) => `store${knobs.storeId}.${position}`;

  const write = ({ controller }: Reader, text: string) => {
    const bytes = encoder.encode(text);
    for (let start = 0; start < bytes.length; ) {
      const size =
        knobs.sizes.length === 0 ? bytes.length : (knobs.sizes[turn++ % knobs.sizes.length] ?? 1);
      controller.enqueue(bytes.slice(start, start + Math.max(1, size)));
      start += Math.max(1, size);
    }
  };

  const deliver = (reader: Reader, envelope: Envelope, count: number) => {
    if (!reader.tasks.has(envelope.threadId) && !isNotable(envelope)) return;
    const id = cursorOf(envelope.position);
    for (let sent = 0; sent < count; sent += 1) {
      write(reader, encodeFrame({ id, data: JSON.stringify(envelope) }));
    }
  };

  /** A few at a time, as the server does it for a reader that is behind. */
  const catchUp = (reader: Reader, missed: readonly Envelope[]) => {
    for (let start = 0; start < missed.length; start += 3) {
      const wanted = missed
        .slice(start, start + 3)
        .filter((envelope) => reader.tasks.has(envelope.threadId) || isNotable(envelope))
        .flatMap((envelope) => Array.from({ length: knobs.times(envelope) }, () => envelope));
      const last = wanted.at(-1);
      if (last === undefined) continue;
      const data = encodeBatch(
        wanted.map((envelope) => ({ ...envelope, event: JSON.stringify(envelope.event) })),
      );
      write(reader, encodeFrame({ id: cursorOf(last.position), event: 'batch', data }));
    }
  };

  const openStream = (url: URL, init: RequestInit | undefined): Response => {
    const given = new Headers(init?.headers).get('last-event-id');
    const tasks = new Set((url.searchParams.get('tasks') ?? '').split(','));
    const all = envelopes.all();
    const known = given?.startsWith(`store${knobs.storeId}.`);
    const from = known === true ? Number(given?.split('.')[1]) : all.length;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const reader = { controller, tasks };
        readers.add(reader);
        init?.signal?.addEventListener('abort', () => breakOff(reader));
        write(reader, encodeComment('simulated'));
        const id = cursorOf(from);
        if (known === false) {
          write(reader, encodeFrame({ id, event: 'reset', data: '{"reason":"unknown"}' }));
        }
        if (url.searchParams.get('envelopes') === 'batched') catchUp(reader, all.slice(from));
        else
          for (const envelope of all.slice(from)) deliver(reader, envelope, knobs.times(envelope));
        const data = JSON.stringify({ cursor: cursorOf(all.length), serverTime: now() });
        write(reader, encodeFrame({ id: cursorOf(all.length), event: 'ready', data }));
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };

  const breakOff = (reader: Reader) => {
    if (!readers.delete(reader)) return;
    reader.controller.error(new TypeError('terminated'));
  };

  return { readers, cursorOf, write, deliver, openStream, breakOff };
}

/** A page of a task's events, or its snapshot; null = the path is of something else. */
function historyOf(
  url: URL,
  all: readonly Envelope[],
  { cursorOf, now }: { cursorOf: (position: number) => string; now: () => number },
): Response | null {
  const match = /^\/api\/tasks\/([^/]+)\/(events|snapshot)$/.exec(url.pathname);
  if (match === null) return null;
  const threadId = decodeURIComponent(match[1] ?? '');
  const own = all.filter((envelope) => envelope.threadId === threadId);
  if (match[2] === 'snapshot') {
    const thread = foldThread(emptyThread(threadId), own);
    const cursor = cursorOf(all.length);
    return json({ thread, sequence: thread.sequence, cursor, serverTime: now() });
  }
  const limit = Number(url.searchParams.get('limit'));
  const rest = own.slice(Number(url.searchParams.get('after')));
  const items = rest.slice(0, limit);
  const more = rest.length > limit;
  return json({ items, nextCursor: more ? String(items.at(-1)?.sequence) : null });
}

export function createSimulatedBff(now: () => number): SimulatedBff {
  const envelopes = createEnvelopes();
  const log: string[] = [];
  let down = false;
  let signedOut = false;
  let delays: readonly number[] = [];
  let delayed = 0;
  const knobs: Knobs = { storeId: 1, sizes: [], times: () => 1 };
  let answer: Answer = () => null;

  const { readers, cursorOf, write, deliver, openStream, breakOff } = createStreams(
    { envelopes, now },
    knobs,
  );
  const respond = (url: URL, method: string, init: RequestInit | undefined): Response => {
    const path = url.pathname;
    if (signedOut && path !== '/api/session') return problemResponse('unauthorized', 401);
    if (path === '/api/stream') return openStream(url, init);
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    return (
      historyOf(url, envelopes.all(), { cursorOf, now }) ??
      answer({ path, method, body }) ??
      problemResponse('not-found', 404)
    );
  };

  const travel = async () => {
    const microtasks = delays.length === 0 ? 1 : (delays[delayed++ % delays.length] ?? 1);
    for (let at = 0; at < microtasks; at += 1) await null;
  };

  return {
    async fetch(input, init) {
      init?.signal?.throwIfAborted();
      const url = new URL(String(input));
      const method = init?.method ?? 'GET';
      log.push(`${method} ${url.pathname}`);
      await travel();
      if (down) throw new TypeError('fetch failed');
      const response = respond(url, method, init);
      // The response has the state at the time it was made, even if it arrives late.
      if (url.pathname !== '/api/stream') await travel();
      init?.signal?.throwIfAborted();
      return response;
    },
    append(event, fields) {
      const envelope = envelopes.next(event, fields);
      const count = knobs.times(envelope);
      for (const reader of readers) deliver(reader, envelope, count);
      return envelope;
    },
    journal: envelopes.all,
    notify(event, data) {
      const frame = encodeFrame({ event, data: JSON.stringify(data) });
      for (const reader of readers) write(reader, frame);
    },
    cut() {
      for (const reader of [...readers]) breakOff(reader);
    },
    setDown(value) {
      down = value;
    },
    setSignedOut(value) {
      signedOut = value;
    },
    forgetCursors() {
      knobs.storeId += 1;
    },
    splitBy(value) {
      knobs.sizes = value;
    },
    repeatBy(value) {
      knobs.times = value;
    },
    delayBy(value) {
      delays = value;
    },
    answer(value) {
      answer = value;
    },
    streams: () => readers.size,
    requests: () => log,
  };
}
