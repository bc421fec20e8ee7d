import type { GivenUp } from '@countersign/adapters/protocol/continuation';
import type { Reading } from '../store/port.ts';
import {
  interruptsOfRun,
  isInterruptTaken,
  lastInterrupt,
  unansweredInterrupts,
} from '../store/prompts.ts';
import { hasGoneOn } from '../store/runs.ts';

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
