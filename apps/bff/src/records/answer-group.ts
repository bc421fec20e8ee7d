import {
  type Grouped,
  isSentAlone,
  settleAnswers,
  type Unsent,
} from '@countersign/desk/answer-group';
import type { Reading } from '../store/port.ts';
import type { Transaction } from '../store/transaction.ts';

/** The maximum of listed ids: a fact that lists a thousand others, a thousand times, would fill the journal. */
const maxNamed = 100;

/** Ids of the prompts that must be answered too before the answer to this one can be sent, as in `heldBackBy`; the first hundred. */
export async function waitsFor(reading: Reading, promptId: string): Promise<string[]> {
  const one = await reading.get<Grouped & { thread: string }>(
    'SELECT thread, together, answered_by AS answeredBy FROM prompts WHERE id = ?',
    promptId,
  );
  if (one === undefined || isSentAlone(one.answeredBy)) return [];
  const others = `SELECT id FROM prompts WHERE thread = ? AND state = 'open' AND id <> ?`;
  const inOrder = `ORDER BY sequence, place, id LIMIT ${maxNamed}`;
  const isOffer = one.answeredBy === 'words';
  const waiting = isOffer
    ? await reading.all<{ id: string }>(
        `${others} AND (together = ? OR answered_by = 'resume') ${inOrder}`,
        one.thread,
        promptId,
        one.together,
      )
    : await reading.all<{ id: string }>(
        `${others} AND together = ? ${inOrder}`,
        one.thread,
        promptId,
        one.together,
      );
  return waiting.map(({ id }) => id);
}

/**
 * Holds the answers of a task that wait for others, and releases those that do not wait any more: together, and not before the last
 * of them can no longer be recalled. To be called whenever a prompt opens, closes, or is answered.
 */
export async function settleAnswerGroups(
  transaction: Transaction,
  threadId: string,
): Promise<void> {
  // In this order: there are few unsent answers, but many old ones.
  const unsent = await transaction.all<Unsent>(
    `SELECT o.id, p.answered_by AS answeredBy, p.together, o.state, o.due, COALESCE(d.release_at, CASE WHEN d.recorded < ? THEN d.recorded ELSE ? END) AS release
     FROM outbox o CROSS JOIN decisions d ON d.id = o.id CROSS JOIN prompts p ON p.id = d.prompt
     WHERE o.state IN ('pending', 'held') AND o.attempts = 0 AND p.thread = ? AND p.answered_by NOT IN ('message', 'asker')
       AND (o.state = 'pending' OR o.queued IS NULL)`,
    // The clock may have been set back since it was recorded.
    transaction.now,
    transaction.now,
    threadId,
  );
  if (unsent.length === 0) return;
  for (const { id, state, due } of settleAnswers(unsent, await openIn(transaction, threadId)))
    await transaction.run('UPDATE outbox SET state = ?, due = ? WHERE id = ?', state, due, id);
}

/** The open questions of a task, by what they are answered together with. */
export const openIn = async (reading: Reading, threadId: string): Promise<Grouped[]> =>
  reading.all<Grouped>(
    `SELECT DISTINCT together, answered_by AS answeredBy FROM prompts
     WHERE thread = ? AND state = 'open' AND answered_by NOT IN ('message', 'asker')`,
    threadId,
  );
