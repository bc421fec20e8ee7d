import { encodeComment } from '@countersign/hai/sse';
import type { Journal, StreamFilter } from '../journal/journal.ts';
import type { Batch } from './hub.ts';
import { createFrames } from './reader-frames.ts';

/** What a reader that is behind is given at a time; it gets no more before it has taken that. */
const page = { rows: 500, bytes: 256 * 1024 };

/** How far one reader has come in the log, and what it is given next. */
export interface ReaderCursor {
  isAtHead(): boolean;
  /** The next page; null = nothing more of the log concerns it. Throws when the journal cannot be read. */
  nextPage(): Buffer | null;
  /** What of a batch is new to it, null = nothing; `hole` = something lies between that has to be read first. */
  take(batch: Batch): Buffer | 'hole' | null;
  /** A frame that is not journalled, with the cursor. */
  named(event: string, data: object): string;
  /** Keeps the line awake, and the reader's cursor near: who comes back with an old one has the log searched for nothing. */
  ping(): string;
}

export function createReaderCursor(
  journal: Journal,
  filter: StreamFilter,
  after: number,
): ReaderCursor {
  const frames = createFrames(journal.storeId, filter);
  let cursor = after;
  /** The cursor as the reader knows it: where little concerns it, the log runs on without a word. */
  let known = -1;
  const named = (event: string, data: object) => {
    known = cursor;
    return frames.named(event, data, cursor);
  };
  return {
    isAtHead: () => cursor >= journal.head(),
    nextPage() {
      const rows = journal.since(cursor, journal.head(), filter, page);
      const last = rows.at(-1);
      const buffer = frames.envelopes(rows);
      if (last === undefined || buffer === null) {
        cursor = Math.max(cursor, journal.head());
        return null;
      }
      cursor = last.position;
      known = cursor;
      return buffer;
    },
    take(batch) {
      if (cursor >= batch.to) return null;
      // A hole is never guessed at: what lies in it is read.
      if (cursor < batch.from - 1) return 'hole';
      const buffer = frames.ofBatch(batch, cursor);
      cursor = batch.to;
      if (buffer !== null) known = cursor;
      return buffer;
    },
    named,
    ping: () => (known < cursor ? named('position', {}) : encodeComment('ping')),
  };
}
