import { encodeFrame } from '@countersign/hai/sse';
import type { Journal } from '../../journal/journal.ts';
import type { Report } from '../../runtime/alarm.ts';
import type { Clock } from '../../runtime/clock.ts';
import { createTurns } from '../../runtime/turns.ts';
import type { StreamRow } from '../../store/row.ts';
import { createReader, type Reader, type ReaderOptions } from './reader.ts';
import type { Batch } from './reader-frames.ts';
import { createRecentNotices, isFor } from './recent-notices.ts';
import type { Sink } from './sink.ts';

/** Serves the journal to many readers: each has only a cursor and a filter, the journal is the buffer. */
export interface Hub {
  connect(sink: Sink, options: ReaderOptions): Reader;
  /**
   * Prepares one more stream: the tab's previous stream is closed, and, at the limit, one of the operator's that is stalled.
   * Returns whose limit is exceeded; null = none.
   */
  makeRoom(
    wish: Pick<ReaderOptions, 'operatorId' | 'tab'>,
    limits: StreamLimits,
  ): 'operator' | 'server' | null;
  readers(): number;
  /** Bytes that wait in memory for readers to take them. */
  queued(): number;
  /**
   * Sends notices that are not journalled to every live reader, or to those of one operator, and to those who connect within a minute: a
   * browser that changes its stream is briefly without one.
   */
  notify(news: Notice, operatorId?: string): void;
  /** Sends the current time to every reader: the clock was set. */
  sendTime(): void;
  /** Ends the streams of an operator who may not read any more. */
  drop(operatorId: string): void;
  /** Asks every reader to connect again, each after its own delay: the server is being stopped. */
  dismiss(retryMs: () => number): void;
  /** Drops every reader: they reconnect with their cursor. */
  close(): void;
}

/** Maximum numbers of open streams. */
export interface StreamLimits {
  streams: number;
  streamsPerOperator: number;
}

/** Notices that are not journalled: sent without an id, and only the newest of a key. */
export interface Notice {
  /** `store` is valid until the next one: it is sent to every later reader too. */
  event: 'presence' | 'draft' | 'changed' | 'store';
  key: string;
  data: object;
}

/** Events of a flush are passed on in batches of about so many characters, which limits what is pending for a blocked reader. */
const batchChars = 256 * 1024;
/** What is added to an event, about. */
const envelopeChars = 250;
/** At least this long between two flushes; wider with many readers, whose writes are the cost. */
const flushMs = 16;
const slowFlushMs = 20;
const manyReaders = 200;
/**
 * Pages that are read at the same time for readers that are behind, if reading takes time: many of them, as after a restart, leave
 * connections to the database for other requests, and few pages are in memory.
 */
const pagesAtOnce = 4;

function* batchesOf(rows: readonly StreamRow[]): Generator<Batch> {
  let start = 0;
  let chars = 0;
  for (const [index, { data }] of rows.entries()) {
    chars += data.length + envelopeChars;
    if (chars < batchChars && index < rows.length - 1) continue;
    const part = rows.slice(start, index + 1);
    const from = part[0]?.position;
    const to = part.at(-1)?.position;
    if (from !== undefined && to !== undefined) yield { rows: part, from, to, buffers: new Map() };
    start = index + 1;
    chars = 0;
  }
}

export function createHub(journal: Journal, clock: Clock, report: Report): Hub {
  const readers = new Set<Reader>();
  const turns = createTurns({ atOnce: pagesAtOnce });
  let pending: StreamRow[] = [];
  let flushedAt = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;
  const recent = createRecentNotices(clock);

  const flush = () => {
    cancel = null;
    const rows = pending;
    pending = [];
    flushedAt = clock.monotonic();
    for (const batch of batchesOf(rows)) {
      for (const reader of readers) reader.push(batch);
    }
  };

  const undo = journal.onCommit((rows) => {
    if (readers.size === 0) return;
    for (const row of rows) pending.push(row);
    if (cancel !== null) return;
    const windowMs = readers.size > manyReaders ? slowFlushMs : flushMs;
    const sinceMs = clock.monotonic() - flushedAt;
    if (sinceMs >= windowMs) flush();
    else cancel = clock.schedule(flush, windowMs - sinceMs);
  });

  return {
    connect(sink, options) {
      const reader = createReader(sink, options, {
        journal,
        clock,
        turns,
        report,
        leave: () => readers.delete(reader),
      });
      readers.add(reader);
      for (const { key, frame } of recent.of(reader.operatorId)) reader.notify(key, frame);
      reader.start();
      return reader;
    },
    makeRoom({ operatorId, tab }, { streams, streamsPerOperator }) {
      const own = [...readers].filter((reader) => reader.operatorId === operatorId);
      // A lost network does not close its streams: the tab is back, and its old stream has no reader.
      const before = tab === null ? undefined : own.find((reader) => reader.tab === tab);
      before?.close();
      const left = own.filter((reader) => reader !== before);
      const full = left.length >= streamsPerOperator;
      if (!full && readers.size < streams) return null;
      const idle = left.find((reader) => reader.stalled());
      idle?.close();
      if (idle !== undefined) return null;
      return full ? 'operator' : 'server';
    },
    readers: () => readers.size,
    queued: () => [...readers].reduce((sum, reader) => sum + reader.queued(), 0),
    notify({ event, key, data }, operatorId) {
      const frame = Buffer.from(encodeFrame({ event, data: JSON.stringify(data) }));
      const notice = { key: `${event}:${key}`, frame, operatorId, holds: event === 'store' };
      recent.keep(notice);
      for (const reader of readers) {
        if (isFor(notice, reader.operatorId)) reader.notify(notice.key, frame);
      }
    },
    sendTime() {
      for (const reader of readers) reader.sendTime();
    },
    drop(operatorId) {
      for (const reader of [...readers]) if (reader.operatorId === operatorId) reader.close();
    },
    dismiss(retryMs) {
      for (const reader of [...readers]) reader.dismiss(retryMs());
    },
    close() {
      undo();
      cancel?.();
      for (const reader of [...readers]) reader.close();
    },
  };
}
