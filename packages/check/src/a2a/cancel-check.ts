import { frameContent } from '@countersign/adapters/a2a/frames';
import type { SentPart } from '@countersign/adapters/a2a/parts';
import { memberOf } from '@countersign/json/json-object';
import { timeout, within } from '../body-reader.ts';
import type { Exchange } from '../exchange.ts';
import type { Notebook } from '../finding.ts';
import { NoResponse } from '../sender.ts';
import { seen } from '../statements.ts';
import type { Target } from '../target.ts';
import type { Conversation } from './conversation.ts';
import { createTaskWatch, hasEnded } from './task-watch.ts';

/** What still works says so within, ms. */
const settleMs = 500;

/** Starts one more task, cancels it while it works or waits, and looks whether it has ended as it says. */
export async function checkCancel(
  target: Target,
  talk: Conversation,
  parts: SentPart[],
  note: Notebook,
): Promise<void> {
  const watch = createTaskWatch(talk.endpoint);
  watch.begin(false);
  const stream = await talk.send(parts, watch.ids);
  const isNamed = stream.until((frame) => {
    watch.take(frame);
    return watch.ids.taskId !== null;
  });
  await within(target.patienceMs, isNamed);
  const { taskId } = watch.ids;
  if (taskId === null || hasEnded(watch.said.state)) {
    stream.close();
    note.skip('a2a.cancel', seen('check.seen.task-had-ended'));
    return;
  }
  target.count(taskId);
  // A request that is never answered is a fault of this rule, and no end of the check.
  const reply = await talk.cancel(taskId).catch((error: unknown) => {
    if (error instanceof NoResponse && !target.isOver) return null;
    throw error;
  });
  if (reply === null) {
    stream.close();
    const seconds = target.patienceMs / 1_000;
    note.fail('a2a.cancel', seen('check.seen.no-response', { seconds }));
    return;
  }
  const refusal = memberOf(reply.documents[0], 'error');
  if (refusal !== undefined || reply.status >= 400) {
    const why = memberOf(refusal, 'message');
    const reason = typeof why === 'string' ? why.slice(0, 200) : String(reply.status);
    stream.close();
    note.skip('a2a.cancel', seen('check.seen.cancel-refused', { reason }));
    return;
  }
  const said = stateIn(reply);
  await timeout(settleMs).done;
  stream.close();
  const kept = stateIn(await talk.read(taskId));
  if (said === 'canceled') {
    const other = seen('check.seen.cancel-lies', { state: kept ?? '—' });
    note.expect('a2a.cancel', kept === 'canceled' ? null : other);
  } else note.expect('a2a.cancel', said === null ? seen('check.seen.cancel-unsaid') : null);
}

function stateIn({ documents }: Exchange): string | null {
  const [document] = documents;
  const news = frameContent(document) ?? frameContent(memberOf(document, 'result'));
  return news?.kind === 'task' ? news.status.state : null;
}
