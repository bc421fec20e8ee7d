import type { Journal } from '../journal/journal.ts';
import type { CallRow } from './records.ts';

type Read = Journal['read'];

/** Calls read at once if some cannot be read. */
const lookedAt = 200;

/** The time until the next call is due, ms. */
export function untilNextCall(read: Read, now: number): number {
  const next = read.get<{ at: number | null }>(
    `SELECT MIN(due) AS at FROM webhook_calls WHERE state = 'pending' AND due > ?`,
    now,
  )?.at;
  return next == null ? Number.POSITIVE_INFINITY : next - now;
}

/** Due calls, at most so many per receiver. */
export const dueCalls = (read: Read, now: number, ofEach: number): CallRow[] =>
  read.pastDamage('calls', () => dueOfEach(read, now, ofEach), null) ?? dueOneByOne(read, now);

const dueOfEach = (read: Read, now: number, ofEach: number): CallRow[] =>
  read
    .all<{ webhook: string }>(
      `SELECT DISTINCT webhook FROM webhook_calls WHERE state = 'pending' AND due <= ?`,
      now,
    )
    .flatMap(({ webhook }) =>
      read.all<CallRow>(
        `SELECT * FROM webhook_calls WHERE state = 'pending' AND webhook = ? AND due <= ? ORDER BY due, id LIMIT ?`,
        webhook,
        now,
        ofEach,
      ),
    );

/** With pages of the disk that cannot be read: the ids come from an index. */
const dueOneByOne = (read: Read, now: number): CallRow[] =>
  read
    .all<{ id: string }>(
      `SELECT id FROM webhook_calls INDEXED BY webhook_calls_due WHERE state = 'pending' AND due <= ?
       ORDER BY due LIMIT ${lookedAt}`,
      now,
    )
    .flatMap(({ id }) => {
      const one = () => read.get<CallRow>('SELECT * FROM webhook_calls WHERE id = ?', id);
      return read.pastDamage('calls', one, undefined) ?? [];
    });
