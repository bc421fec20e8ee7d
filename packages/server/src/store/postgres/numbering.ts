import type { PostgresConnection } from './connection/connection.ts';

/**
 * Numbers of events. A group of operations holds the row of `positions` until it is committed, so they are its own meanwhile. The last
 * sequences of threads stay in memory: they are right until another server appends, which the position at the beginning of a group
 * shows.
 */
export function createNumbering() {
  let position = -1;
  const sequences = new Map<string, number>();
  return {
    /** Begins a group: `head` is the position of the last committed event. */
    begin(head: number) {
      if (position === head) return;
      position = head;
      sequences.clear();
    },
    position: () => position,
    nextPosition() {
      position += 1;
      return position;
    },
    async nextSequence(connection: PostgresConnection, threadId: string): Promise<number> {
      const last = sequences.get(threadId) ?? (await lastSequence(connection, threadId));
      sequences.set(threadId, last + 1);
      return last + 1;
    },
    /** Operations were undone; `head` = the position before them. */
    undo(head: number) {
      position = head;
      sequences.clear();
    },
  };
}
export type Numbering = ReturnType<typeof createNumbering>;

async function lastSequence(connection: PostgresConnection, threadId: string): Promise<number> {
  const row = await connection.get<{ last: number | null }>(
    'SELECT MAX(sequence) AS last FROM events WHERE thread = ?',
    threadId,
  );
  return row?.last ?? 0;
}
