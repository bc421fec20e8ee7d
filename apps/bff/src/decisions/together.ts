import type { Connection } from '../journal/database.ts';
import type { Transaction } from '../journal/transaction.ts';

type Reading = Pick<Connection, 'get' | 'all'>;

/** Ids of the prompts that must be answered too before the answer to this one can leave. */
export function waitsFor(reading: Reading, promptId: string): string[] {
  return reading
    .all<{ id: string }>(
      `SELECT other.id FROM prompts one JOIN prompts other ON other.thread = one.thread AND other.state = 'open'
         AND other.id <> one.id AND (other.together = one.together
         OR (one.origin IN ('button', 'form') AND other.origin = 'interrupt'))
       WHERE one.id = ? AND one.origin <> 'upformat' ORDER BY other.sequence, other.id`,
      promptId,
    )
    .map(({ id }) => id);
}

interface Unsent {
  id: string;
  prompt: string;
  together: string | null;
  state: string;
  release: number;
}

/**
 * Holds the answers of a task that wait for others, and lets go of those that wait no longer: together, and not before the
 * last of them can no longer be recalled. To be called whenever a prompt opens, closes, or is answered.
 */
export function settleTogether(transaction: Transaction, threadId: string): void {
  const unsent = transaction.all<Unsent>(
    `SELECT o.id, d.prompt, p.together, o.state, COALESCE(d.release_at, d.recorded) AS release
     FROM outbox o JOIN decisions d ON d.id = o.id JOIN prompts p ON p.id = d.prompt
     WHERE p.thread = ? AND p.origin <> 'upformat' AND o.state IN ('pending', 'held') AND o.attempts = 0`,
    threadId,
  );
  for (const answer of unsent) {
    const group = unsent.filter(
      (other) =>
        other === answer || (other.together !== null && other.together === answer.together),
    );
    const isHeld = waitsFor(transaction, answer.prompt).length > 0;
    transaction.run(
      'UPDATE outbox SET state = ?, due = ? WHERE id = ?',
      isHeld ? 'held' : 'pending',
      Math.max(...group.map(({ release }) => release)),
      answer.id,
    );
  }
}
