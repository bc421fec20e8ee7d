import { encodeComment } from '@countersign/hai/sse';
import type { Journal } from '../../journal/journal.ts';
import { type Awaitable, whenRead } from '../../store/awaitable.ts';
import type { StreamFilter } from '../../store/event-filter.ts';
import { type Batch, createFrames } from './reader-frames.ts';

/** The page size for a reader that is behind; it gets no more before it has read the page. */
const page = { rows: 500, bytes: 256 * 1024 };

/** The position of one reader in the log, and what it is sent next. */
export interface ReaderCursor {
  isAtHead(): boolean;
  /** The next page; null = nothing more of the log is for it. Throws if the journal cannot be read. */
  nextPage(): Awaitable<Buffer | null>;
  /** The part of a batch that is new to it, null = nothing; `hole` = events in between have to be read first. */
  take(batch: Batch): Buffer | 'hole' | null;
  /** A frame that is not journalled, with the cursor. */
  named(event: string, data: object): string;
  /** Keeps the connection alive, and the reader's cursor recent: an old one would cause a useless search of the log on its return. */
  ping(): string;
}

export function createReaderCursor(
  journal: Journal,
  filter: StreamFilter,
  after: number,
): ReaderCursor {
  const frames = createFrames(journal.storeId, filter);
  let cursor = after;
  /** The cursor last sent to the reader: if few events are for it, the log advances without it. */
  let known = -1;
  const named = (event: string, data: object) => {
    known = cursor;
    return frames.named(event, data, cursor);
  };
  return {
    isAtHead: () => cursor >= journal.head(),
    nextPage() {
      // What is committed while the page is read is not on it.
      const upTo = journal.head();
      return whenRead(journal.since(cursor, upTo, filter, page), (rows) => {
        const last = rows.at(-1);
        const buffer = frames.envelopes(rows);
        if (last === undefined || buffer === null) {
          cursor = Math.max(cursor, upTo);
          return null;
        }
        cursor = last.position;
        known = cursor;
        return buffer;
      });
    },
    take(batch) {
      if (cursor >= batch.to) return null;
      // A gap is never skipped: it is read.
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
