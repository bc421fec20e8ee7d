import { encodeBatch, type WrittenEnvelope } from '@countersign/hai/envelope-batch';
import { encodeFrame } from '@countersign/hai/sse';
import type { StreamFilter } from '../../store/event-filter.ts';
import { envelopeText, type StreamRow } from '../../store/row.ts';
import { formatCursor } from '../cursor.ts';
import { shortEvent } from '../short-fact.ts';

/** A batch of committed events with its text written once per distinct filter. */
export interface Batch {
  rows: readonly StreamRow[];
  from: number;
  to: number;
  buffers: Map<string, Buffer | null>;
}

/** The frames for a reader with this filter. */
export function createFrames(storeId: string, filter: StreamFilter) {
  const threads = filter.threads === '*' ? null : new Set(filter.threads);
  const eventOf = (row: StreamRow): string | null => {
    if (threads === null || threads.has(row.thread)) return row.data;
    if (!filter.facts || !row.notable) return null;
    return filter.isShort === true ? shortEvent(row) : row.data;
  };
  /** The same for readers with the same frames. */
  const key = JSON.stringify(filter);
  /** Envelopes; null = none of these is for the reader. */
  const envelopes = (rows: readonly StreamRow[]): Buffer | null => {
    const chosen: StreamRow[] = [];
    for (const row of rows) {
      const data = eventOf(row);
      if (data !== null) chosen.push(data === row.data ? row : { ...row, data });
    }
    const last = chosen.at(-1);
    if (last === undefined) return null;
    if (filter.isBatched === true && chosen.length > 1) {
      const id = formatCursor(storeId, last.position);
      return Buffer.from(
        `id: ${id}\nevent: batch\ndata: ${encodeBatch(chosen.map(writtenEnvelope))}\n\n`,
      );
    }
    let text = '';
    for (const row of chosen) {
      text += `id: ${formatCursor(storeId, row.position)}\ndata: ${envelopeText(row)}\n\n`;
    }
    return Buffer.from(text);
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

const writtenEnvelope = (row: StreamRow): WrittenEnvelope => ({
  position: row.position,
  threadId: row.thread,
  runId: row.run,
  sequence: row.sequence,
  receivedAt: row.received,
  agentId: row.agent,
  event: row.data,
});
