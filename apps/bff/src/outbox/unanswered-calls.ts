import type { Reading } from '../store/port.ts';
import { closedCalls } from '../store/prompts.ts';

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
