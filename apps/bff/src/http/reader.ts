import { encodeComment } from '@countersign/hai/sse';
import type { Journal, StreamFilter } from '../journal/journal.ts';
import type { StreamRow } from '../journal/row.ts';
import type { Report } from '../runtime/alarm.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Turns } from '../runtime/turns.ts';
import type { Batch } from './hub.ts';
import { createMissedNews } from './missed-news.ts';
import { createPressure } from './pressure.ts';
import { createFrames } from './reader-frames.ts';
import type { Sink } from './sink.ts';

export interface ReaderOptions {
  operatorId: string;
  /** Names the tab among those of its operator: a tab has one stream, its newest. Null = no tab. */
  tab: string | null;
  filter: StreamFilter;
  /** Everything after this position is delivered, once each, in order. */
  after: number;
  /** Set when the reader's own cursor meant nothing: told first, in an `event: reset`. */
  resetReason: string | null;
  retryMs: number;
}

export interface Reader {
  readonly operatorId: string;
  readonly tab: string | null;
  /** What was written waits to be taken, and nothing more is written until it is. */
  stalled(): boolean;
  /** Bytes that wait in this server's memory. */
  queued(): number;
  start(): void;
  push(batch: Batch): void;
  /** Writes a frame that is not journalled; while the reader is behind, only the newest of a key is kept, and few keys. */
  tell(key: string, frame: Buffer): void;
  /** Says what the clock says now, as it did when all that was missed had come. */
  tellTime(): void;
  close(): void;
}

/** A live reader may leave so much untaken before it is let alone until it has drained. */
const highWaterBytes = 256 * 1024;
const pingMs = 15_000;
/** What a reader that is behind is given at a time; it gets no more before it has taken that. */
const page = { rows: 500, bytes: 256 * 1024 };
/** Keys of unjournalled news that wait for a reader that is behind; older ones are forgotten. */
const maxMissed = 100;

export function createReader(
  sink: Sink,
  options: ReaderOptions,
  context: { journal: Journal; clock: Clock; turns: Turns; report: Report; leave: () => void },
): Reader {
  const { journal, clock } = context;
  const { filter, operatorId, tab } = options;
  const frames = createFrames(journal.storeId, filter);
  let cursor = options.after;
  /** The cursor as the reader knows it: where little concerns it, the log runs on without a word. */
  let known = -1;
  const missed = createMissedNews(maxMissed);
  let live = false;
  let told = false;
  let closed = false;
  let cancelPing = () => {};
  let cancelTurn = () => {};

  const named = (event: string, data: object) => {
    known = cursor;
    return frames.named(event, data, cursor);
  };

  const pressure = createPressure(sink, clock, { drained: () => catchUp(), gaveUp: () => close() });
  /** Writes; false when more than `patience` waits now: then nothing follows before all of it has been taken. */
  const write = (chunk: Buffer | string, patience = highWaterBytes): boolean => {
    const taken = pressure.write(chunk, patience);
    if (!taken) live = false;
    return taken;
  };

  /** Reads on from the journal, a page a turn. */
  const readOn = () => {
    let rows: StreamRow[];
    try {
      rows = journal.since(cursor, journal.head(), filter, page);
    } catch (error) {
      // It comes back with its cursor; left open, it would be silent for ever.
      context.report('A reader could not read on.', error);
      return close();
    }
    const last = rows.at(-1);
    const buffer = frames.envelopes(rows);
    if (last === undefined || buffer === null) {
      cursor = Math.max(cursor, journal.head());
      return goLive();
    }
    cursor = last.position;
    known = cursor;
    if (write(buffer, 0)) catchUp();
  };
  const catchUp = () => {
    if (closed) return;
    if (cursor >= journal.head()) goLive();
    else cancelTurn = context.turns.take(readOn);
  };

  const goLive = () => {
    live = true;
    if (!told) {
      told = true;
      write(named('ready', { serverTime: clock.now() }));
    }
    if (!live) return;
    for (const frame of missed.taken()) if (!write(frame)) return;
  };

  const ping = () => {
    if (closed) return;
    // Also where nothing concerns the reader: who comes back with an old cursor has the log searched for nothing.
    if (live) write(known < cursor ? named('position', {}) : encodeComment('ping'));
    cancelPing = clock.schedule(ping, pingMs);
  };

  const close = () => {
    if (closed) return;
    closed = true;
    cancelPing();
    pressure.close();
    cancelTurn();
    context.leave();
    sink.end();
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
        options.resetReason === null ? '' : named('reset', { reason: options.resetReason });
      if (write(retry + reset)) catchUp();
    },
    push(batch) {
      if (!live || closed || cursor >= batch.to) return;
      if (cursor < batch.from - 1) {
        // A hole is never guessed at: what lies in it is read.
        live = false;
        catchUp();
        return;
      }
      const buffer = frames.ofBatch(batch, cursor);
      cursor = batch.to;
      if (buffer === null) return;
      known = cursor;
      write(buffer);
    },
    tell(key, frame) {
      if (closed) return;
      if (live) write(frame);
      else missed.keep(key, frame);
    },
    tellTime() {
      told = false;
      if (live && !closed) goLive();
    },
    close,
  };
}
