import type { CallRow } from '@countersign/part-desk/rows/webhook-calls';
import type { ReadyCall } from '@countersign/part-desk/webhooks/call-queue';
import type { Reading } from '@countersign/server/store/port';
import { readQuestion } from '../rows/program-questions.ts';
import { secretOfProgram } from '../rows/programs.ts';
import { callbackIn } from './callback.ts';
import { callOfQuestion } from './http-questions.ts';
import { readAsked } from './records.ts';

/** The end of a question for the address that its program named; null = there is nothing to say to it (any more). */
export async function endOfQuestion(
  reading: Reading,
  row: CallRow,
  origin: string,
): Promise<ReadyCall | null> {
  const { questionId } = JSON.parse(row.body);
  const question = await readQuestion(reading, questionId);
  const url = question === null ? null : callbackIn(question);
  const asked = question === null ? null : await readAsked(reading, question);
  if (question === null || url === null || asked === null) return null;
  // A program that was revoked has no secret any more: an unsigned answer is sent to nobody.
  const secret = await secretOfProgram(reading, question.client);
  const call = callOfQuestion({ row: question, ...asked }, { origin, at: row.created });
  return secret === null || call === null ? null : { receiver: { url, secret }, call };
}
