import type { AnsweredBy } from '@countersign/api/origin';
import type { Grouped, Unsent } from '@countersign/desk/answer-group';
import { type Awaitable, whenRead } from '@countersign/server/store/awaitable';
import { isListed } from '@countersign/server/store/dialect';
import type { Reading } from '@countersign/server/store/port';
import type { OriginColumns } from './origin-columns.ts';

/** An answer that is sent together with others, and its question. */
export interface AnswerRow extends OriginColumns {
  id: string;
  by_kind: string;
  by_id: string;
  source: string;
  message: string;
  feedback: string;
}

/** In this order: there are few unsent answers, but many old ones. */
const selectAnswer = `SELECT d.id, d.by_kind, d.by_id, p.origin, p.answered_by, p.origin_label, p.source, p.message, d.feedback
  FROM outbox o CROSS JOIN decisions d ON d.id = o.id CROSS JOIN prompts p ON p.id = d.prompt`;
const inOrder = 'ORDER BY p.sequence, p.place, p.id';

export const answerRows = (reading: Reading, ids: readonly string[]): Awaitable<AnswerRow[]> =>
  reading.all<AnswerRow>(`${selectAnswer} WHERE o.id ${isListed} ${inOrder}`, JSON.stringify(ids));

/** The answers so far to questions that are answered together. */
export const answerRowsTogether = (
  reading: Reading,
  threadId: string,
  together: string | null,
): Awaitable<AnswerRow[]> =>
  reading.all<AnswerRow>(
    `${selectAnswer} WHERE o.state IN ('pending', 'held') AND p.thread = ? AND p.together = ? ${inOrder}`,
    threadId,
    together,
  );

const otherOpen = `SELECT id FROM prompts WHERE thread = ? AND state = 'open' AND id <> ?`;
const inOrderOfPlaces = 'ORDER BY sequence, place, id LIMIT ?';

/** Other open prompts that are answered together with this one; with interrupts, for an offer. */
export const openTogether = (
  reading: Reading,
  one: { promptId: string; thread: string; together: string | null; isOffer: boolean },
  limit: number,
): Awaitable<{ id: string }[]> =>
  reading.all<{ id: string }>(
    one.isOffer
      ? `${otherOpen} AND (together = ? OR answered_by = 'resume') ${inOrderOfPlaces}`
      : `${otherOpen} AND together = ? ${inOrderOfPlaces}`,
    one.thread,
    one.promptId,
    one.together,
    limit,
  );

/** The open questions of a task, by what they are answered together with. */
export const openGroups = (reading: Reading, threadId: string): Awaitable<Grouped[]> =>
  reading.all<Grouped>(
    `SELECT DISTINCT together, answered_by AS answeredBy FROM prompts
     WHERE thread = ? AND state = 'open' AND answered_by NOT IN ('message', 'asker')`,
    threadId,
  );

/** Answers of a task that have not left, of those that can wait for others. The clock may have been set back since they were recorded. */
export const unsentAnswers = (
  reading: Reading,
  threadId: string,
  now: number,
): Awaitable<Unsent[]> =>
  reading.all<Unsent>(
    `SELECT o.id, p.answered_by AS answeredBy, p.together, o.state, o.due, COALESCE(d.release_at, CASE WHEN d.recorded < ? THEN d.recorded ELSE ? END) AS release
     FROM outbox o CROSS JOIN decisions d ON d.id = o.id CROSS JOIN prompts p ON p.id = d.prompt
     WHERE o.state IN ('pending', 'held') AND o.attempts = 0 AND p.thread = ? AND p.answered_by NOT IN ('message', 'asker')
       AND (o.state = 'pending' OR o.queued IS NULL)`,
    now,
    now,
    threadId,
  );

/** Whether no question of a group is open, and no answer to one of them waits to be sent. */
export const isGroupSettled = (
  reading: Reading,
  threadId: string,
  together: string | null,
): Awaitable<boolean> =>
  whenRead(
    reading.get(
      `SELECT 1 FROM prompts p LEFT JOIN decisions d ON d.prompt = p.id AND d.state = 'recorded'
       LEFT JOIN outbox o ON o.id = d.id AND o.state IN ('pending', 'held')
       WHERE p.thread = ? AND p.together = ? AND (p.state = 'open' OR o.id IS NOT NULL) LIMIT 1`,
      threadId,
      together,
    ),
    (row) => row === undefined,
  );

export const groupOf = (
  reading: Reading,
  promptId: string,
): Awaitable<(Grouped & { thread: string }) | undefined> =>
  reading.get<Grouped & { thread: string }>(
    'SELECT thread, together, answered_by AS answeredBy FROM prompts WHERE id = ?',
    promptId,
  );

/** Unsent answers of a task, by what they are answered together with. */
export const unsentTogether = (
  reading: Reading,
  thread: string,
): Awaitable<Pick<Unsent, 'id' | 'state' | 'together' | 'answeredBy'>[]> =>
  reading.all<Pick<Unsent, 'id' | 'state' | 'together' | 'answeredBy'>>(
    `SELECT o.id, o.state, p.together, p.answered_by AS answeredBy FROM outbox o CROSS JOIN decisions d ON d.id = o.id
     CROSS JOIN prompts p ON p.id = d.prompt WHERE o.state IN ('pending', 'held') AND p.thread = ?`,
    thread,
  );

/** What the question of an answer is answered together with. */
export const leadOf = (
  reading: Reading,
  decisionId: string,
): Awaitable<
  | {
      thread: string;
      together: string | null;
      answered_by: AnsweredBy;
    }
  | undefined
> =>
  reading.get<{
    thread: string;
    together: string | null;
    answered_by: AnsweredBy;
  }>(
    'SELECT p.thread, p.together, p.answered_by FROM decisions d JOIN prompts p ON p.id = d.prompt WHERE d.id = ?',
    decisionId,
  );
