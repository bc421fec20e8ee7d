import type { Prompt } from '@countersign/api/prompt';
import { say } from '@countersign/api/statements';
import { isSameQuestion } from '@countersign/desk/prompt-life';
import { readPrompt } from '../records/prompt-records.ts';
import type { Transaction } from '../store/transaction.ts';
import { acknowledge, carriedOf } from './carried-answers.ts';
import type { Hearing } from './prompt-intake.ts';
import type { ReceivedAsk } from './received-ask.ts';
import { returnAnswer } from './return-answer.ts';

/**
 * The prompt opened by an interrupt of an earlier run that this run repeats, or null. If the question is identical, the answer
 * brought by this run was not accepted; if it is another question under the same id, it was. From now on the prompt belongs to this
 * run: it is answered with the interrupt of this run.
 */
export async function takeRepeatedInterrupt(
  transaction: Transaction,
  hearing: Omit<Hearing, 'digest'>,
  ask: ReceivedAsk,
): Promise<Prompt | null> {
  if (ask.origin.answeredBy !== 'resume') return null;
  const brought = new Set(await carriedOf(transaction, hearing.runId));
  const found = (
    await transaction.all<Place>(
      `SELECT id, run, message_id FROM prompts
       WHERE thread = ? AND answered_by = 'resume' AND run <> ? AND state IN ('open', 'answered')
         AND json_extract(source, '$.id') = ? ORDER BY sequence DESC, place DESC LIMIT 20`,
      hearing.threadId,
      hearing.runId,
      ask.source.id,
    )
  ).find((place) => isSameAsk(place, hearing.runId, ask));
  const earlier = found === undefined ? null : await readPrompt(transaction, found.id);
  if (earlier === null) return null;
  const { decision } = earlier;
  if (earlier.state === 'answered') {
    if (decision?.state !== 'recorded' && decision?.state !== 'delivered') return null;
    const isSame = isSameQuestion(earlier.message, ask.message);
    if (brought.has(decision.id)) {
      if (!isSame) await acknowledge(transaction, decision.id);
      else {
        const reason = say('delivery.asked-again');
        await returnAnswer(transaction, decision.id, { as: 'refused', reason });
      }
    }
    // Another answer to the same question may already be on its way: it remains valid.
    if (!isSame) return null;
  }
  await transaction.run(
    `UPDATE prompts SET run = ?, message_id = ?, together = ?, source = ? WHERE id = ?`,
    hearing.runId,
    ask.message.messageId,
    ask.source.together,
    JSON.stringify(ask.source),
    earlier.id,
  );
  return readPrompt(transaction, earlier.id);
}

/** Where a prompt was asked last. */
interface Place {
  id: string;
  run: string;
  message_id: string;
}

/** The ids of the messages differ only in the run id they contain. */
const isSameAsk = (place: Place, runId: string, { message }: ReceivedAsk): boolean =>
  place.message_id.replaceAll(place.run, '') === message.messageId.replaceAll(runId, '');
