import type { GivenUp } from '@countersign/adapters/protocol/continuation';
import type { Reading } from '../store/port.ts';

/** The interrupted run that a task has not continued yet; null = it accepts anything. */
async function interruptedRun(reading: Reading, threadId: string): Promise<string | null> {
  const last = await reading.get<{ run: string; sequence: number }>(
    `SELECT run, sequence FROM prompts WHERE thread = ? AND answered_by = 'resume' ORDER BY sequence DESC LIMIT 1`,
    threadId,
  );
  if (last === undefined) return null;
  const taken = await reading.get(
    `SELECT 1 FROM prompts p JOIN decisions d ON d.prompt = p.id WHERE p.thread = ? AND p.run = ?
       AND p.answered_by = 'resume' AND d.state IN ('delivered', 'acknowledged') LIMIT 1`,
    threadId,
    last.run,
  );
  if (taken !== undefined) return null;
  // A run that failed at once has not accepted the answers: the agent still waits for them.
  const next = await reading.get(
    `SELECT 1 FROM runs r JOIN runs asked ON asked.id = ? WHERE r.thread = ? AND r.id <> asked.id
       AND r.status <> 'failed' AND r.started >= asked.started
       AND EXISTS (SELECT 1 FROM events e WHERE e.thread = r.thread AND e.sequence > ? AND e.run = r.id) LIMIT 1`,
    last.run,
    threadId,
    last.sequence,
  );
  return next === undefined ? last.run : null;
}

/** Ids of prompts that must be answered, and their answers sent, before an agent accepts anything else (AG-UI). */
export async function blockingPrompts(reading: Reading, threadId: string): Promise<string[]> {
  return (
    await reading.all<{ id: string }>(
      `SELECT p.id FROM prompts p LEFT JOIN decisions d ON d.prompt = p.id AND d.state = 'recorded'
       LEFT JOIN outbox o ON o.id = d.id AND o.state IN ('pending', 'held')
       WHERE p.thread = ? AND p.answered_by = 'resume' AND (p.state = 'open' OR o.id IS NOT NULL)
       ORDER BY p.sequence, p.place, p.id`,
      threadId,
    )
  ).map(({ id }) => id);
}

/** The cancellations of unanswered interrupts that a new run must contain, by id, without omissions. */
export async function givenUp(reading: Reading, threadId: string): Promise<GivenUp[]> {
  const runId = await interruptedRun(reading, threadId);
  if (runId === null) return [];
  // One for all questions of an interrupt; those of a CUSTOM event cannot be cancelled: its bridge asks again.
  return (
    await reading.all<{ id: string; reason: string | null }>(
      `SELECT json_extract(source, '$.id') AS id, MAX(closed_reason) AS reason FROM prompts
       WHERE thread = ? AND run = ? AND answered_by = 'resume' AND json_extract(source, '$.carrier') IS NULL
       GROUP BY 1 ORDER BY MIN(sequence), MIN(place), 1`,
      threadId,
      runId,
    )
  ).map(({ id, reason }) => ({ id, reason: reason ?? 'The answer was not taken.' }));
}
