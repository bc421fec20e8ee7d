import { isAnsweredInWords, type PromptOrigin } from '@countersign/api/prompt';
import type { Connection } from '../journal/database.ts';
import type { Transaction } from '../journal/transaction.ts';

type Reading = Pick<Connection, 'get' | 'all'>;

/** More are not named: a fact that names a thousand others, a thousand times, would fill the journal. */
const maxNamed = 100;

/** Ids of the prompts that must be answered too before the answer to this one can leave; the first hundred of them. */
export function waitsFor(reading: Reading, promptId: string): string[] {
  const one = reading.get<{ thread: string; together: string | null; origin: PromptOrigin }>(
    'SELECT thread, together, origin FROM prompts WHERE id = ?',
    promptId,
  );
  if (one === undefined || one.origin === 'upformat') return [];
  const openIn = `SELECT id FROM prompts WHERE thread = ? AND state = 'open' AND id <> ?`;
  const inOrder = `ORDER BY sequence, place, id LIMIT ${maxNamed}`;
  const isOffer = isAnsweredInWords(one.origin);
  const others = isOffer
    ? reading.all<{ id: string }>(
        `${openIn} AND (together = ? OR origin = 'interrupt') ${inOrder}`,
        one.thread,
        promptId,
        one.together,
      )
    : reading.all<{ id: string }>(
        `${openIn} AND together = ? ${inOrder}`,
        one.thread,
        promptId,
        one.together,
      );
  return others.map(({ id }) => id);
}

interface Unsent {
  id: string;
  origin: PromptOrigin;
  together: string | null;
  state: string;
  due: number;
  release: number;
}

/**
 * Holds the answers of a task that wait for others, and lets go of those that wait no longer: together, and not before the
 * last of them can no longer be recalled. To be called whenever a prompt opens, closes, or is answered.
 */
export function settleAnswerGroups(transaction: Transaction, threadId: string): void {
  // In this order: what is unsent is little, what was ever answered is not.
  const unsent = transaction.all<Unsent>(
    `SELECT o.id, p.origin, p.together, o.state, o.due, COALESCE(d.release_at, MIN(d.recorded, ?)) AS release
     FROM outbox o CROSS JOIN decisions d ON d.id = o.id CROSS JOIN prompts p ON p.id = d.prompt
     WHERE o.state IN ('pending', 'held') AND o.attempts = 0 AND p.thread = ? AND p.origin <> 'upformat'
       AND (o.state = 'pending' OR o.queued IS NULL)`,
    // The clock may have been set back since it was recorded.
    transaction.now,
    threadId,
  );
  if (unsent.length === 0) return;
  const waits = waitingFor(transaction, threadId);
  const releases = new Map<string, number>();
  for (const { id, together, release } of unsent) {
    const group = together ?? id;
    releases.set(group, Math.max(release, releases.get(group) ?? release));
  }
  for (const answer of unsent) {
    const state = waits(answer) ? 'held' : 'pending';
    const due = releases.get(answer.together ?? answer.id) ?? answer.release;
    if (state === answer.state && due === answer.due) continue;
    transaction.run('UPDATE outbox SET state = ?, due = ? WHERE id = ?', state, due, answer.id);
  }
}

/** The same as {@link waitsFor} for every answer of a task, read once. */
export function waitingFor(reading: Reading, threadId: string) {
  const open = reading.all<{ together: string | null; interrupts: number }>(
    `SELECT together, MAX(origin = 'interrupt') AS interrupts FROM prompts
     WHERE thread = ? AND state = 'open' AND origin <> 'upformat' GROUP BY together`,
    threadId,
  );
  const groups = new Set(open.map(({ together }) => together));
  const isInterrupted = open.some(({ interrupts }) => interrupts === 1);
  return ({ together, origin }: Pick<Unsent, 'together' | 'origin'>): boolean =>
    (together !== null && groups.has(together)) || (isInterrupted && isAnsweredInWords(origin));
}
