import { encodeComment, encodeFrame } from '@countersign/hai/sse';
import type { Clock } from '../clock.ts';
import type { Journal, StreamFilter } from '../journal/journal.ts';
import type { StreamRow } from '../journal/row.ts';
import { formatCursor } from './cursor.ts';
import type { Batch } from './hub.ts';

/** Where frames go: a socket, or a test. */
export interface Sink {
  /** False when what was written waits in memory. */
  write(chunk: Buffer | string): boolean;
  /** Bytes that wait. */
  queued(): number;
  /** Calls back when nothing waits any more. */
  onDrain(listener: () => void): () => void;
  end(): void;
}

export interface ReaderOptions {
  operatorId: string;
  filter: StreamFilter;
  /** Everything after this position is delivered, once each, in order. */
  after: number;
  /** Set when the reader's own cursor meant nothing: told first, in an `event: reset`. */
  resetReason: string | null;
  retryMs: number;
}

export interface Reader {
  readonly operatorId: string;
  start(): void;
  push(batch: Batch): void;
  /** Writes a frame that is not journalled; while the reader is behind, only the newest of a key is kept, and few keys. */
  tell(key: string, frame: Buffer): void;
  close(): void;
}

/** More than this in the socket's memory and the reader is let alone until it has drained. */
const highWaterBytes = 256 * 1024;
const stallMs = 30_000;
const pingMs = 15_000;
const pageRows = 500;
/** Keys of unjournalled news that wait for a reader that is behind; older ones are forgotten. */
const maxMissed = 100;
/** Positions looked at per step when little of them matches the filter. */
const windowPositions = 20_000;

export function createReader(
  sink: Sink,
  options: ReaderOptions,
  context: { journal: Journal; clock: Clock; leave: () => void },
): Reader {
  const { journal, clock } = context;
  const { filter } = options;
  const key = JSON.stringify(filter);
  let cursor = options.after;
  const missed = new Map<string, Buffer>();
  let live = false;
  let told = false;
  let closed = false;
  let cancelPing = () => {};
  let cancelStall = () => {};
  let undoDrain = () => {};

  const matches = (row: StreamRow) =>
    filter.threads === '*' || filter.threads.includes(row.thread) || (filter.facts && row.notable);
  const encode = (rows: readonly StreamRow[]): Buffer | null => {
    let text = '';
    for (const row of rows) {
      if (matches(row))
        text += `id: ${formatCursor(journal.storeId, row.position)}\ndata: ${row.text}\n\n`;
    }
    return text === '' ? null : Buffer.from(text);
  };
  const named = (event: string, data: object) =>
    encodeFrame({
      id: formatCursor(journal.storeId, cursor),
      event,
      data: JSON.stringify({ ...data, cursor: formatCursor(journal.storeId, cursor) }),
    });

  /** Writes, and lets go of a reader that cannot keep up: it catches up from the journal once drained. */
  const write = (chunk: Buffer | string): boolean => {
    if (sink.write(chunk) || sink.queued() <= highWaterBytes) return true;
    live = false;
    cancelStall = clock.schedule(close, stallMs);
    undoDrain = sink.onDrain(() => {
      cancelStall();
      undoDrain();
      catchUp();
    });
    return false;
  };

  /** Reads on from the journal in steps, so that a long way does not hold up the others. */
  const catchUp = () => {
    if (closed) return;
    const head = journal.head();
    if (cursor >= head) return goLive();
    const upTo = Math.min(head, cursor + windowPositions);
    const rows = journal.since(cursor, upTo, filter, pageRows);
    cursor = rows.at(-1)?.position ?? upTo;
    const buffer = encode(rows);
    if (buffer === null || write(buffer)) setImmediate(catchUp);
  };

  const goLive = () => {
    live = true;
    if (!told) {
      told = true;
      write(named('ready', { serverTime: clock.now() }));
    }
    for (const [key, frame] of missed) {
      if (!live) return;
      missed.delete(key);
      write(frame);
    }
  };

  const ping = () => {
    if (closed) return;
    if (live) write(encodeComment('ping'));
    cancelPing = clock.schedule(ping, pingMs);
  };

  const close = () => {
    if (closed) return;
    closed = true;
    cancelPing();
    cancelStall();
    undoDrain();
    context.leave();
    sink.end();
  };

  return {
    operatorId: options.operatorId,
    start() {
      write(`retry: ${Math.round(options.retryMs)}\n${encodeComment('countersign')}`);
      if (options.resetReason !== null) write(named('reset', { reason: options.resetReason }));
      cancelPing = clock.schedule(ping, pingMs);
      catchUp();
    },
    push(batch) {
      if (!live || closed || cursor >= batch.to) return;
      if (cursor < batch.from - 1) {
        // A hole is never guessed at: what lies in it is read.
        live = false;
        catchUp();
        return;
      }
      let buffer: Buffer | null | undefined;
      if (cursor >= batch.from) buffer = encode(batch.rows.filter((row) => row.position > cursor));
      else {
        buffer = batch.buffers.get(key);
        if (buffer === undefined) {
          buffer = encode(batch.rows);
          batch.buffers.set(key, buffer);
        }
      }
      cursor = batch.to;
      if (buffer !== null) write(buffer);
    },
    tell(key, frame) {
      if (closed) return;
      if (live) return void write(frame);
      missed.delete(key);
      missed.set(key, frame);
      const oldest = missed.keys().next();
      if (missed.size > maxMissed && oldest.done !== true) missed.delete(oldest.value);
    },
    close,
  };
}
