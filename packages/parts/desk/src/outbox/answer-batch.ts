import { genUiAnswer } from '@countersign/adapters/hai/gen-ui';
import type { GivenUp } from '@countersign/adapters/protocol/continuation';
import type { PromptOrigin } from '@countersign/api/origin';
import type { PromptSource } from '@countersign/api/prompt';
import { say } from '@countersign/api/statements';
import { isLapsed, isSentAlone, leavesWith } from '@countersign/desk/answer-group';
import type { Reading } from '@countersign/server/store/port';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import { feedbackAsSent } from '@countersign/upformat/reading/bare-payload';
import {
  type AnswerRow,
  answerRows,
  answerRowsTogether,
  leadOf,
  unsentTogether,
} from '../rows/answer-groups.ts';
import { closedInterrupts } from '../rows/interrupts.ts';
import { originOf } from '../rows/origin-columns.ts';
import { givenUpEvents } from './pending-interrupts.ts';

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

/** The answers sent together with an answer; null if it is sent separately. */
export async function readAnswerBatch(
  reading: Reading,
  decisionId: string,
  now: number,
): Promise<AnswerBatch | null> {
  const lead = await leadOf(reading, decisionId);
  if (lead === undefined || isSentAlone(lead.answered_by)) return null;
  const unsent = await unsentTogether(reading, lead.thread);
  const { together } = lead;
  const ids = unsent.filter((one) => leavesWith({ id: decisionId, together }, one));
  const rows = await answerRows(
    reading,
    ids.map(({ id }) => id),
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
  const rows = await answerRowsTogether(reading, group.threadId, group.together);
  return batchOf(reading, rows.map(toAnswer), group, now);
}

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

function toAnswer(row: AnswerRow): BatchAnswer {
  const message: UpMessage = JSON.parse(row.message);
  return {
    decisionId: row.id,
    sender: row.by_kind === 'operator' ? `operator:${row.by_id}` : 'countersign',
    origin: originOf(row),
    source: JSON.parse(row.source),
    message,
    feedback: feedbackAsSent(message, JSON.parse(row.feedback)),
  };
}

/** Dismissed: nothing of it is sent. */
export const isDismissed = ({ origin, message, feedback }: BatchAnswer): boolean =>
  origin.answeredBy === 'words' && genUiAnswer(message, feedback) === null;

/** Interrupts of a run that closed without an answer. */
async function abandonedOf(
  reading: Reading,
  threadId: string,
  together: string,
): Promise<AnswerBatch['abandoned']> {
  const closed = (await closedInterrupts(reading, threadId, together)).map(({ id, reason }) => ({
    id,
    reason: reason ?? 'Nobody answered.',
  }));
  return [...closed, ...(await givenUpEvents(reading, threadId, together))];
}
