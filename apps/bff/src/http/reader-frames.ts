import { encodeFrame } from '@countersign/hai/sse';
import type { StreamFilter } from '../store/event-filter.ts';
import type { StreamRow } from '../store/row.ts';
import { formatCursor } from './cursor.ts';
import type { Batch } from './hub.ts';
import { shortText } from './short-fact.ts';

/** The frames for a reader with this filter. */
export function createFrames(storeId: string, filter: StreamFilter) {
  const threads = filter.threads === '*' ? null : new Set(filter.threads);
  const textOf = (row: StreamRow): string | null => {
    if (threads === null || threads.has(row.thread)) return row.text;
    if (!filter.facts || !row.notable) return null;
    return filter.isShort === true ? shortText(row) : row.text;
  };
  /** The same for readers with the same frames. */
  const key = JSON.stringify(filter);
  /** Envelopes; null = none of these is for the reader. */
  const envelopes = (rows: readonly StreamRow[]): Buffer | null => {
    let text = '';
    for (const row of rows) {
      const data = textOf(row);
      if (data !== null) text += `id: ${formatCursor(storeId, row.position)}\ndata: ${data}\n\n`;
    }
    return text === '' ? null : Buffer.from(text);
  };
  return {
    envelopes,
    /** Those of a batch after a position; a whole batch is serialized once for all readers with the same filter. */
    ofBatch({ from, rows, buffers }: Batch, after: number): Buffer | null {
      if (after >= from) return envelopes(rows.filter((row) => row.position > after));
      const known = buffers.get(key);
      if (known !== undefined) return known;
      const buffer = envelopes(rows);
      buffers.set(key, buffer);
      return buffer;
    },
    named(event: string, data: object, position: number): string {
      const id = formatCursor(storeId, position);
      return encodeFrame({ id, event, data: JSON.stringify({ ...data, cursor: id }) });
    },
  };
}
