import type { Envelope } from '@countersign/hai/envelope';
import { decodeBatch } from '@countersign/hai/envelope-batch';
import { createSseParser } from '@countersign/hai/sse';
import { childToken } from '../child-server.ts';

/** What one reader has really received, over all its connections. */
export interface Witness {
  name: string;
  batched: boolean;
  received: { position: number; id: string; text: string }[];
  /** Per connection after the first: the position it continued after, and the first one that came. */
  resumed: { after: number; first: number }[];
  /** Reasons of `reset`, none of which is right for a cursor of this store. */
  resets: string[];
  /** Resolves when the event that it waits for was received. */
  finished: Promise<void>;
  /** Resolves when it is live. */
  live: Promise<void>;
  close(): void;
}

/** How a reader takes what it is sent. */
export type Manner = 'at once' | 'slowly' | 'with long pauses';

const pauseMs: Record<Manner, number> = { 'at once': 0, slowly: 15, 'with long pauses': 1_500 };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const positionOf = (id: string) => Number(id.slice(id.lastIndexOf('.') + 1));

/** Reads everything from now on, or after `from`, and connects again with its cursor, over any server at `url`, until `isOver`. */
export function startWitness(options: {
  name: string;
  url: () => string;
  isOver: (envelope: Envelope) => boolean;
  manner?: Manner;
  /** Asks for batches, as the console does. */
  batched?: boolean;
  from?: string;
  token?: string;
}): Witness {
  const { manner = 'at once', batched = false } = options;
  const form = batched ? '&envelopes=batched' : '';
  const witness = { received: [], resumed: [], resets: [] } as Pick<
    Witness,
    'received' | 'resumed' | 'resets'
  >;
  let cursor = options.from ?? null;
  let closed = false;
  let over = false;
  let abort = new AbortController();
  let reportLive = () => {};
  const live = new Promise<void>((resolve) => {
    reportLive = resolve;
  });

  async function connection(): Promise<void> {
    abort = new AbortController();
    const after = cursor;
    let isFirst = true;
    const decoder = new TextDecoder();
    const take = (envelope: Envelope, id: string) => {
      if (over) return;
      const { position } = envelope;
      if (isFirst && after !== null && witness.received.length > 0) {
        witness.resumed.push({ after: positionOf(after), first: position });
      }
      isFirst = false;
      const own = `${id.slice(0, id.lastIndexOf('.'))}.${position}`;
      witness.received.push({ position, id: own, text: JSON.stringify(envelope) });
      over = options.isOver(envelope);
    };
    const parser = createSseParser({
      onFrame({ event, id, data }) {
        if (event === 'reset') witness.resets.push(data);
        if (event === 'ready') {
          cursor ??= id ?? null;
          reportLive();
        }
        if (id !== undefined && event === 'position') cursor = id;
        if ((event !== undefined && event !== 'batch') || id === undefined) return;
        const value = JSON.parse(data);
        const envelopes = (event === 'batch' ? decodeBatch(value) : [value]) as Envelope[];
        for (const envelope of envelopes) take(envelope, id);
        if (!over) cursor = id;
      },
    });
    const { body, status } = await fetch(`${options.url()}/api/stream?tasks=*${form}`, {
      headers: {
        authorization: `Bearer ${options.token ?? childToken}`,
        ...(after === null ? {} : { 'last-event-id': after }),
      },
      signal: abort.signal,
    });
    if (status !== 200 || body === null) return;
    for await (const chunk of body) {
      parser.feed(decoder.decode(chunk, { stream: true }));
      if (over) break;
      await pause(pauseMs[manner]);
    }
  }

  async function run(): Promise<void> {
    while (!over && !closed) {
      // Broken off on purpose: it connects again.
      await connection().catch(() => {});
      await pause(20);
    }
    abort.abort();
  }

  return {
    ...witness,
    name: `${options.name}, ${manner}`,
    batched,
    live,
    finished: run(),
    close() {
      closed = true;
      abort.abort();
    },
  };
}

export interface Verdict {
  deliveries: number;
  reconnects: number;
  lost: number;
  doubled: number;
  /** One sentence for each promise that was broken. */
  broken: string[];
}

/** Ordered, Unique, Reliable and Resumable: judged by what a reader has received since its first event. */
export function judge({ name, received, resumed, resets }: Witness): Verdict {
  const positions = received.map(({ position }) => position);
  const known = new Set(positions);
  const first = positions[0] ?? 0;
  const last = Math.max(first, positions.at(-1) ?? 0);
  const missing = Array.from({ length: last - first + 1 }, (_, index) => first + index).filter(
    (position) => !known.has(position),
  );
  const backwards = positions.filter(
    (position, at) => at > 0 && position <= (positions[at - 1] ?? 0),
  );
  const jumps = resumed.filter(({ after, first: next }) => next !== after + 1);
  const broken = [
    ...(backwards.length > 0
      ? [`Ordered: ${name} got ${backwards.slice(0, 5)} after later ones`]
      : []),
    ...(known.size < positions.length
      ? [`Unique: ${name} got ${positions.length - known.size} twice`]
      : []),
    ...(missing.length > 0 ? [`Reliable: ${name} never got ${missing.slice(0, 5)}`] : []),
    ...jumps.map(
      ({ after, first: next }) => `Resumable: ${name} continued after ${after} with ${next}`,
    ),
    ...resets.map((reason) => `Resumable: ${name} was reset (${reason})`),
  ];
  return {
    deliveries: positions.length,
    reconnects: resumed.length,
    lost: missing.length,
    doubled: positions.length - known.size,
    broken,
  };
}

/** Bookmarkable: a reader that reconnects with an earlier cursor gets the same events after it. */
export async function judgeBookmark(
  { name, received }: Witness,
  at: number,
  again: (from: string) => Witness,
): Promise<string[]> {
  const bookmark = received[at];
  if (bookmark === undefined || at === received.length - 1) return [];
  const second = again(bookmark.id);
  await second.finished;
  const texts = (of: Witness['received']) => of.map(({ text }) => text).join('\n');
  return texts(second.received) === texts(received.slice(at + 1))
    ? []
    : [`Bookmarkable: ${name} got other events after ${bookmark.id} the second time`];
}
