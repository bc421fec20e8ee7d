import type { Prompt } from '@countersign/api/prompt';
import { say } from '@countersign/api/statements';
import { isSameQuestion } from '@countersign/desk/prompt-life';
import type { Transaction } from '@countersign/server/store/transaction';
import { readPrompt } from '../../records/prompt-records.ts';
import { type AskedPlace, earlierInterrupts } from '../../rows/interrupts.ts';
import { movePrompt } from '../../rows/questions/prompts.ts';
import { acknowledge, carriedOf } from '../carried-answers.ts';
import { returnAnswer } from '../return-answer.ts';
import type { Hearing } from './prompt-intake.ts';
import type { ReceivedAsk } from './received-ask.ts';

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
    await earlierInterrupts(transaction, {
      threadId: hearing.threadId,
      runId: hearing.runId,
      sourceId: ask.source.id,
    })
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
  await movePrompt(transaction, {
    runId: hearing.runId,
    messageId: ask.message.messageId,
    together: ask.source.together,
    source: JSON.stringify(ask.source),
    id: earlier.id,
  });
  return readPrompt(transaction, earlier.id);
}

/** The ids of the messages differ only in the run id they contain. */
const isSameAsk = (place: AskedPlace, runId: string, { message }: ReceivedAsk): boolean =>
  place.message_id.replaceAll(place.run, '') === message.messageId.replaceAll(runId, '');
