import type { Reading } from '@countersign/server/store/port';
import { closedCalls, resultsTakenBack } from '../rows/interrupts.ts';

/** Tool calls of a task whose question closed without an answer, and why. */
export async function unansweredCalls(
  reading: Reading,
  threadId: string,
): Promise<Map<string, string>> {
  const closed = await closedCalls(reading, threadId);
  return new Map(
    closed.map(({ id, reason }) => [id, `Cancelled: ${reason ?? 'nobody answered.'}`]),
  );
}

/** Ids of results that people gave, that came back, and whose question was given up then: they are not sent with any later run. */
export const takenBack = async (reading: Reading, threadId: string): Promise<Set<string>> =>
  new Set((await resultsTakenBack(reading, threadId)).map(({ id }) => id));
