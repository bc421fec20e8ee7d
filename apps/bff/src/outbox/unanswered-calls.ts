import type { Reading } from '../store/port.ts';

/** Tool calls of a task whose question closed without an answer, and why. */
export async function unansweredCalls(
  reading: Reading,
  threadId: string,
): Promise<Map<string, string>> {
  const closed = await reading.all<{ id: string; reason: string | null }>(
    `SELECT json_extract(source, '$.id') AS id, closed_reason AS reason FROM prompts
     WHERE thread = ? AND answered_by = 'result' AND state IN ('expired', 'withdrawn')`,
    threadId,
  );
  return new Map(
    closed.map(({ id, reason }) => [id, `Cancelled: ${reason ?? 'nobody answered.'}`]),
  );
}
