import { canBeGivenUp } from '@countersign/adapters/ag-ui/given-up-event';
import type { GivenUp } from '@countersign/adapters/protocol/continuation';
import type { Reading } from '@countersign/server/store/port';
import { storedJson } from '@countersign/server/store/stored-json';
import type { UpMessage } from '@countersign/upformat/message';
import { readPromptOf } from '../records/prompt-records.ts';
import {
  askedAt,
  closedEventQuestions,
  interruptsOfRun,
  isInterruptTaken,
  lastInterrupt,
  unansweredInterrupts,
} from '../rows/interrupts.ts';
import { hasGoneOn } from '../rows/runs.ts';

/** The interrupted run that a task has not continued yet; null = it accepts anything. */
async function interruptedRun(reading: Reading, threadId: string): Promise<string | null> {
  const last = await lastInterrupt(reading, threadId);
  if (last === undefined) return null;
  if (await isInterruptTaken(reading, threadId, last.run)) return null;
  // A run that failed at once has not accepted the answers: the agent still waits for them.
  const next = { runId: last.run, threadId, sequence: last.sequence };
  return (await hasGoneOn(reading, next)) ? null : last.run;
}

/** Ids of prompts that must be answered, and their answers sent, before an agent accepts anything else (AG-UI). */
export async function blockingPrompts(reading: Reading, threadId: string): Promise<string[]> {
  return (await unansweredInterrupts(reading, threadId)).map(({ id }) => id);
}

/** The cancellations of unanswered interrupts that a new run must contain, by id, without omissions. */
export async function givenUp(reading: Reading, threadId: string): Promise<GivenUp[]> {
  const runId = await interruptedRun(reading, threadId);
  if (runId === null) return [];
  // One for all questions of an interrupt; those of a CUSTOM event cannot be cancelled: its bridge asks again.
  return (await interruptsOfRun(reading, threadId, runId)).map(({ id, reason }) => ({
    id,
    reason: reason ?? 'The answer was not taken.',
  }));
}

/** Questions of CUSTOM events of one group that have ended, where their agent can be sent that. */
export async function givenUpEvents(
  reading: Reading,
  threadId: string,
  together: string,
): Promise<GivenUp[]> {
  const closed = await closedEventQuestions(reading, threadId, together);
  return closed.flatMap(({ source, message, reason }) => {
    const asked = storedJson<UpMessage>(message);
    const { id } = storedJson<{ id: string }>(source);
    return canBeGivenUp(asked) ? [{ id, asked, reason: reason ?? 'Nobody answered.' }] : [];
  });
}

/** Why nothing is sent about the end of a question: the task has continued, or every value would be read as the answer. */
export type NoEnd = 'gone-on' | 'no-way';

/** What a new run says about a question that has ended, if its agent waits for the answer still. */
export async function endsOf(
  reading: Reading,
  threadId: string,
  questionId: string,
): Promise<GivenUp[] | NoEnd> {
  const left = await givenUp(reading, threadId);
  const prompt = await readPromptOf(reading, threadId, questionId);
  const { answeredBy } = prompt?.origin ?? { answeredBy: 'message' };
  if (prompt === null || answeredBy === 'message') return left;
  const asked = await askedAt(reading, prompt.id);
  if (answeredBy === 'result') {
    const next = { runId: asked?.run ?? '', threadId, sequence: asked?.sequence ?? 0 };
    // Any later run has received an error result for the call.
    return (await hasGoneOn(reading, next)) ? 'gone-on' : left;
  }
  const together = prompt.source?.together ?? null;
  const isInterrupted = asked?.run === (await interruptedRun(reading, threadId));
  const events =
    together === null || !isInterrupted ? [] : await givenUpEvents(reading, threadId, together);
  const all = [...left, ...events];
  if (all.length > 0) return all;
  return isInterrupted ? 'no-way' : 'gone-on';
}
