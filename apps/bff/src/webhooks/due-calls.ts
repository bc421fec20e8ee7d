import type { Journal } from '../journal/journal.ts';
import type { CallRow } from './records.ts';

type Read = Journal['read'];

/** Calls looked at in one go where some cannot be read. */
const lookedAt = 200;

/** How long until one is due that is not yet, ms. */
export function untilNextCall(read: Read, now: number): number {
  const next = read.get<{ at: number | null }>(
    `SELECT MIN(due) AS at FROM webhook_calls WHERE state = 'pending' AND due > ?`,
    now,
  )?.at;
  return next == null ? Number.POSITIVE_INFINITY : next - now;
}

/** Calls that are due, at most so many of each receiver. */
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

/** Past pages of the disk that cannot be read: which calls there are is told by an index. */
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
