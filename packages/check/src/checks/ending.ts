import { randomUUID } from 'node:crypto';
import { endedMessage } from '@countersign/upformat/ended-message';
import { timeout } from '../body-reader.ts';
import type { Notebook } from '../finding.ts';
import { acknowledges, questionIn } from '../questions.ts';
import { seen, statusIs } from '../statements.ts';
import type { Target } from '../target.ts';

/** Ends the question of another run without an answer, as a console does at its deadline: the run must not wait for ever. */
export async function checkEnding(target: Target, url: string, note: Notebook): Promise<void> {
  const run = await target.start();
  try {
    const asked = await run.reader.until((event) => questionIn(event) !== null);
    const question = asked === null ? null : questionIn(asked);
    if (question === null) return;
    const before = run.reader.events.length;
    const messageId = randomUUID();
    const explanation = 'Nobody answered in time.';
    const message = endedMessage(
      question,
      { ended: 'expired', explanation },
      { messageId, timestamp: new Date().toISOString() },
    );
    const { threadId, runId } = run;
    const reply = await target.post(url, { threadId, runId, message, idempotencyKey: messageId });
    note.expect('answer.ended', statusIs(reply, 200));
    const isConfirmation = acknowledges(messageId);
    const after = () => run.reader.events.slice(before);
    const limit = timeout(target.patienceMs);
    const goesOn = run.reader.until(() => after().some((event) => !isConfirmation(event)));
    const on = await Promise.race([goesOn, limit.done]).finally(limit.cancel);
    const isOver = on === null && (await run.reader.ended) !== 'silent';
    const waits = seen('check.seen.waits-on', { seconds: Math.round(target.patienceMs / 1_000) });
    // One that confirms may wait for something else.
    if (isOver || (on !== null && on !== 'timeout')) note.expect('answer.ended-on', null);
    else if (after().some(isConfirmation)) note.warn('answer.ended-on', waits);
    else note.fail('answer.ended-on', waits);
  } finally {
    run.reader.close();
  }
}
