import { encodeComment } from '@countersign/hai/sse';
import type { Journal } from '../../journal/journal.ts';
import type { Report } from '../../runtime/alarm.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Turns } from '../../runtime/turns.ts';
import type { StreamFilter } from '../../store/event-filter.ts';
import { createPressure } from '../pressure.ts';
import { createCatchUp } from './catch-up.ts';
import { createReaderCursor } from './reader-cursor.ts';
import type { Batch } from './reader-frames.ts';
import type { Sink } from './sink.ts';

/** Unjournalled notices for a reader that is behind: the newest of each key, and few keys. */
function createMissedNotices(maxKeys: number) {
  const missed = new Map<string, Buffer>();
  return {
    keep(key: string, frame: Buffer): void {
      missed.delete(key);
      missed.set(key, frame);
      const oldest = missed.keys().next();
      if (missed.size > maxKeys && oldest.done !== true) missed.delete(oldest.value);
    },
    /** One after another, each removed as it is taken. */
    *taken(): Generator<Buffer> {
      for (const [key, frame] of missed) {
        missed.delete(key);
        yield frame;
      }
    },
  };
}

export interface ReaderOptions {
  operatorId: string;
  /** Identifies the tab among those of its operator: a tab has one stream, its newest. Null = no tab. */
  tab: string | null;
  filter: StreamFilter;
  /** Everything after this position is delivered, once each, in order. */
  after: number;
  /** Set if the reader's own cursor was invalid: sent first, in an `event: reset`. */
  resetReason: string | null;
  retryMs: number;
}

export interface Reader {
  readonly operatorId: string;
  readonly tab: string | null;
  /** Something is pending, and nothing more is written until it has been read. */
  stalled(): boolean;
  /** Bytes pending in this server's memory. */
  queued(): number;
  start(): void;
  push(batch: Batch): void;
  /** Writes a frame that is not journalled; while the reader is behind, only the newest of a key is kept, and few keys. */
  notify(key: string, frame: Buffer): void;
  /** Sends the current time again, as after catching up. */
  sendTime(): void;
  /** Asks the reader to connect again after `retryMs`, and ends; one that is behind is cut off. */
  dismiss(retryMs: number): void;
  close(): void;
}

/** A live reader may leave so much unread before nothing is written until it has drained. */
const highWaterBytes = 256 * 1024;
const pingMs = 15_000;
/** Keys of unjournalled notices that are kept for a reader that is behind; older ones are dropped. */
const maxMissed = 100;

export function createReader(
  sink: Sink,
  options: ReaderOptions,
  context: { journal: Journal; clock: Clock; turns: Turns; report: Report; leave: () => void },
): Reader {
  const { journal, clock } = context;
  const { operatorId, tab } = options;
  const cursor = createReaderCursor(journal, options.filter, options.after);
  const missed = createMissedNotices(maxMissed);
  let live = false;
  let reported = false;
  let closed = false;
  let cancelPing = () => {};

  const pressure = createPressure(sink, clock, { drained: () => catchUp(), gaveUp: () => close() });
  /** Writes; false if more than `patience` is pending: then nothing follows before all of it has been read. */
  const write = (chunk: Buffer | string, patience = highWaterBytes): boolean => {
    const taken = pressure.write(chunk, patience);
    if (!taken) live = false;
    return taken;
  };

  const { catchUp, cancel: stopCatchingUp } = createCatchUp(cursor, {
    turns: context.turns,
    write: (page) => write(page, 0),
    done: () => goLive(),
    failed(error) {
      // It reconnects with its cursor; left open, it would be silent forever.
      context.report('A reader could not read on.', error);
      close();
    },
  });

  const goLive = () => {
    live = true;
    if (!reported) {
      reported = true;
      write(cursor.named('ready', { serverTime: clock.now() }));
    }
    if (!live) return;
    for (const frame of missed.taken()) if (!write(frame)) return;
  };

  const ping = () => {
    if (closed) return;
    if (live) write(cursor.ping());
    cancelPing = clock.schedule(ping, pingMs);
  };

  const close = (how?: 'flushed') => {
    if (closed) return;
    closed = true;
    cancelPing();
    pressure.close();
    stopCatchingUp();
    context.leave();
    sink.end(how);
  };

  return {
    operatorId,
    tab,
    stalled: pressure.stalled,
    queued: sink.queued,
    start() {
      cancelPing = clock.schedule(ping, pingMs);
      const retry = `retry: ${Math.round(options.retryMs)}\n${encodeComment('countersign')}`;
      const reset =
        options.resetReason === null ? '' : cursor.named('reset', { reason: options.resetReason });
      if (write(retry + reset)) catchUp();
    },
    push(batch) {
      if (!live || closed) return;
      const news = cursor.take(batch);
      if (news === 'hole') {
        live = false;
        catchUp();
      } else if (news !== null) write(news);
    },
    notify(key, frame) {
      if (closed) return;
      if (live) write(frame);
      else missed.keep(key, frame);
    },
    sendTime() {
      reported = false;
      if (live && !closed) goLive();
    },
    dismiss(retryMs) {
      if (closed) return;
      const isRead = live && !pressure.stalled();
      if (isRead) sink.write(`retry: ${Math.round(retryMs)}\n\n`);
      close(isRead ? 'flushed' : undefined);
    },
    close: () => close(),
  };
}
