import { genUiAnswer } from '@countersign/adapters/hai/gen-ui';
import type { GivenUp } from '@countersign/adapters/protocol/continuation';
import type { AnsweredBy, PromptOrigin } from '@countersign/api/origin';
import type { PromptSource } from '@countersign/api/prompt';
import { say } from '@countersign/api/statements';
import { isLapsed, isSentAlone, leavesWith, type Unsent } from '@countersign/desk/answer-group';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import { type OriginColumns, originOf } from '../records/origin-columns.ts';
import type { Reading } from '../store/port.ts';

/** Why an answer given in time is not sent to the agent. */
export const lapsedReason = say('delivery.lapsed');

/** One pending answer in a format other than UpFormat. */
export interface BatchAnswer {
  decisionId: string;
  /** `operator:<id>`, or the server itself. */
  sender: string;
  origin: PromptOrigin;
  source: PromptSource;
  /** The question. */
  message: UpMessage;
  feedback: UpFeedback;
}

/** Answers that are sent to the agent together, in one new run. */
export interface AnswerBatch {
  answers: BatchAnswer[];
  /** Answers whose interrupt has expired meanwhile: it can only be cancelled. */
  lapsed: BatchAnswer[];
  /** Unanswered interrupts of the same run; the agent must be notified of each. */
  abandoned: GivenUp[];
}

interface AnswerRow extends OriginColumns {
  id: string;
  by_kind: string;
  by_id: string;
  source: string;
  message: string;
  feedback: string;
}

/** The answers sent together with an answer; null if it is sent separately. */
export async function readAnswerBatch(
  reading: Reading,
  decisionId: string,
  now: number,
): Promise<AnswerBatch | null> {
  const lead = await reading.get<{
    thread: string;
    together: string | null;
    answered_by: AnsweredBy;
  }>(
    'SELECT p.thread, p.together, p.answered_by FROM decisions d JOIN prompts p ON p.id = d.prompt WHERE d.id = ?',
    decisionId,
  );
  if (lead === undefined || isSentAlone(lead.answered_by)) return null;
  const unsent = await reading.all<Pick<Unsent, 'id' | 'state' | 'together' | 'answeredBy'>>(
    `SELECT o.id, o.state, p.together, p.answered_by AS answeredBy FROM outbox o CROSS JOIN decisions d ON d.id = o.id
     CROSS JOIN prompts p ON p.id = d.prompt WHERE o.state IN ('pending', 'held') AND p.thread = ?`,
    lead.thread,
  );
  const { together } = lead;
  const ids = unsent.filter((one) => leavesWith({ id: decisionId, together }, one));
  const rows = await reading.all<AnswerRow>(
    `${selectAnswer} WHERE o.id IN (SELECT value FROM json_each(?)) ${inOrder}`,
    JSON.stringify(ids.map(({ id }) => id)),
  );
  const found = rows.map(toAnswer);
  const answers = found.length === 1 ? found : found.filter((answer) => !isDismissed(answer));
  return batchOf(reading, answers, { threadId: lead.thread, together }, now);
}

/** The answers so far to questions that are answered together. */
export async function readGroup(
  reading: Reading,
  group: { threadId: string; together: string | null },
  now: number,
): Promise<AnswerBatch> {
  const rows = await reading.all<AnswerRow>(
    `${selectAnswer} WHERE o.state IN ('pending', 'held') AND p.thread = ? AND p.together = ? ${inOrder}`,
    group.threadId,
    group.together,
  );
  return batchOf(reading, rows.map(toAnswer), group, now);
}

/** In this order: there are few unsent answers, but many old ones. */
const selectAnswer = `SELECT d.id, d.by_kind, d.by_id, p.origin, p.answered_by, p.origin_label, p.source, p.message, d.feedback
  FROM outbox o CROSS JOIN decisions d ON d.id = o.id CROSS JOIN prompts p ON p.id = d.prompt`;
const inOrder = 'ORDER BY p.sequence, p.place, p.id';

async function batchOf(
  reading: Reading,
  answers: readonly BatchAnswer[],
  { threadId, together }: { threadId: string; together: string | null },
  now: number,
): Promise<AnswerBatch> {
  const isOver = ({ origin: { answeredBy }, message }: BatchAnswer) =>
    isLapsed({ answeredBy, message }, now);
  return {
    answers: answers.filter((answer) => !isOver(answer)),
    lapsed: answers.filter(isOver),
    abandoned: together === null ? [] : await abandonedOf(reading, threadId, together),
  };
}

const toAnswer = (row: AnswerRow): BatchAnswer => ({
  decisionId: row.id,
  sender: row.by_kind === 'operator' ? `operator:${row.by_id}` : 'countersign',
  origin: originOf(row),
  source: JSON.parse(row.source),
  message: JSON.parse(row.message),
  feedback: JSON.parse(row.feedback),
});

/** Dismissed: nothing of it is sent. */
export const isDismissed = ({ origin, message, feedback }: BatchAnswer): boolean =>
  origin.answeredBy === 'words' && genUiAnswer(message, feedback) === null;

/** Interrupts of a run that closed without an answer. */
async function abandonedOf(
  reading: Reading,
  threadId: string,
  runId: string,
): Promise<AnswerBatch['abandoned']> {
  return (
    await reading.all<{ id: string; reason: string | null }>(
      `SELECT json_extract(source, '$.id') AS id, closed_reason AS reason FROM prompts
       WHERE thread = ? AND together = ? AND answered_by = 'resume' AND state IN ('expired', 'withdrawn')
         AND json_extract(source, '$.carrier') IS NULL
       ORDER BY sequence, place, id`,
      threadId,
      runId,
    )
  ).map(({ id, reason }) => ({ id, reason: reason ?? 'Nobody answered.' }));
}
