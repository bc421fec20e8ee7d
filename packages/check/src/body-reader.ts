/** How a body ended: by the agent, by this side, because nothing came for too long, or because too much came. */
export type StreamEnd = 'ended' | 'closed' | 'silent' | 'broken' | 'too-much';

/** How much is read. */
export interface ReadLimits {
  /** A stream without events for longer is given up, ms; comments only keep the connection open. */
  silenceMs: number;
  /** Of one stream. */
  maxBytes: number;
}

/** A body that is being read. */
export interface BodyReader {
  readonly ended: Promise<StreamEnd>;
  /** Closes the connection. */
  close(): void;
}

/** Reads a body to its end, or to a limit. `feed` receives its text, and returns whether something whole came with it. */
export function readBody(
  response: Response,
  { silenceMs, maxBytes }: ReadLimits,
  feed: (text: string) => boolean,
): BodyReader {
  const reader = response.body?.getReader();
  let isClosed = false;
  const read = async (): Promise<StreamEnd> => {
    const text = new TextDecoder();
    let bytes = 0;
    for (let lastAt = Date.now(); ; ) {
      const silence = timeout(Math.max(1, lastAt + silenceMs - Date.now()));
      const chunk = await Promise.race([reader?.read(), silence.done]).finally(silence.cancel);
      if (chunk === 'timeout') return 'silent';
      if (chunk === undefined || chunk.done) return 'ended';
      bytes += chunk.value.byteLength;
      if (bytes > maxBytes) return 'too-much';
      if (feed(text.decode(chunk.value, { stream: true }))) lastAt = Date.now();
    }
  };
  const cancel = () => void reader?.cancel().catch(() => {});
  const ended = read()
    .catch((): StreamEnd => 'broken')
    .then((how) => {
      cancel();
      return isClosed ? 'closed' : how;
    });
  return {
    ended,
    close() {
      isClosed = true;
      cancel();
    },
  };
}

/** What was received, and who waits for more of it. */
export interface Received<Item> {
  readonly items: readonly Item[];
  push(...items: Item[]): void;
  /** The first item that fits, received or to come; null = it ended before. */
  until(fits: (item: Item) => boolean): Promise<Item | null>;
  /** Nothing more comes. */
  end(): void;
}

export function createReceived<Item>(): Received<Item> {
  const items: Item[] = [];
  const waiters = new Set<() => void>();
  let isOver = false;
  const wake = () => {
    for (const waiter of [...waiters]) waiter();
  };
  return {
    items,
    push(...more) {
      items.push(...more);
      wake();
    },
    until: (fits) =>
      new Promise((resolve) => {
        let seen = 0;
        const look = () => {
          for (; seen < items.length; seen += 1) {
            const item = items[seen];
            if (item === undefined || !fits(item)) continue;
            waiters.delete(look);
            resolve(item);
            return;
          }
          if (!isOver) return;
          waiters.delete(look);
          resolve(null);
        };
        waiters.add(look);
        look();
      }),
    end() {
      isOver = true;
      wake();
    },
  };
}

/** A timer that can be cancelled. */
export function timeout(ms: number): { done: Promise<'timeout'>; cancel(): void } {
  let timer: NodeJS.Timeout | undefined;
  const done = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(() => resolve('timeout'), ms);
  });
  return { done, cancel: () => clearTimeout(timer) };
}

/** What a promise brings, or null if it takes longer. */
export async function within<Value>(ms: number, promised: Promise<Value>): Promise<Value | null> {
  const limit = timeout(ms);
  const first = await Promise.race([promised, limit.done]).finally(limit.cancel);
  return first === 'timeout' ? null : first;
}
