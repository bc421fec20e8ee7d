import { patchOperationSchema } from '@countersign/hai/event';
import { weightOf } from '@countersign/hai/weight';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { sizeOf } from '@countersign/json/json-size';
import { stringOr } from '@countersign/json/or-else';
import { applyPatch, isOverBudget } from '@countersign/json/patch';
import type { Cause } from '../cause.ts';
import { say } from '../statements.ts';
import type { Part } from '../thread.ts';
import { lookup } from '../thread-index.ts';
import type { Draft } from './draft.ts';
import { leaveOut } from './leave-out.ts';

/** AG-UI's activities are sent as CUSTOM events of these names. */
export const activityName = {
  snapshot: 'ag-ui.ACTIVITY_SNAPSHOT',
  delta: 'ag-ui.ACTIVITY_DELTA',
} as const;

/**
 * An activity is one message that changes in place: a snapshot sets it (or leaves it, with `replace: false`), a delta
 * patches it. False = it cannot be read as one, and is shown as the event it is.
 */
export function foldActivity(draft: Draft, cause: Cause, name: string, value: unknown): boolean {
  if (!isObject(value) || typeof value['messageId'] !== 'string') return false;
  return name === activityName.snapshot
    ? set(draft, cause, value['messageId'], value)
    : patch(draft, cause, value['messageId'], value);
}

function set(draft: Draft, cause: Cause, messageId: string, value: JsonObject): boolean {
  const position = draft.find(lookup.message(messageId));
  if (position !== undefined && draft.item(position, 'message')?.role === 'activity') {
    if (value['replace'] !== false) show(draft, cause, position, partOf(value));
    return true;
  }
  draft.append(cause, {
    endedAt: cause.envelope.receivedAt,
    kind: 'message',
    messageId,
    role: 'activity',
    parts: [partOf(value)],
    open: false,
  });
  return true;
}

function patch(draft: Draft, cause: Cause, messageId: string, value: JsonObject): boolean {
  const position = draft.find(lookup.message(messageId));
  const [shown] = draft.item(position, 'message')?.parts ?? [];
  if (position === undefined || shown?.kind !== 'output') return false;
  const operations = patchOperationSchema.array().safeParse(value['patch']);
  if (!operations.success) return false;
  const before = shown.output['content'];
  const limits = { ...draft.budget.state, chars: draft.budget.memberChars };
  const { document, failed } = applyPatch(before, operations.data, limits);
  for (const each of failed) draft.operationFailed(cause.envelope.sequence, each);
  const [refusal] = failed.filter(isOverBudget);
  if (refusal !== undefined) {
    leaveOut(draft, cause, 'activity', say('fold.activity-left-out', { reason: refusal.reason }));
  }
  // A copy operation is small in its event but large in the thread.
  draft.thread.chars = (draft.thread.chars ?? 0) + growth(before, document);
  show(draft, cause, position, partOf({ ...shown.output, ...value, content: document }));
  return true;
}

function growth(before: unknown, after: unknown): number {
  const [from, to] = [sizeOf(before), sizeOf(after)];
  return Math.max(0, to.chars - from.chars + weightOf(null) * (to.values - from.values));
}

function show(draft: Draft, cause: Cause, position: number, part: Part): void {
  const message = draft.edit(position, 'message');
  if (message === undefined) return;
  message.lastSequence = cause.envelope.sequence;
  message.endedAt = cause.envelope.receivedAt;
  draft.setParts(position, [part]);
}

const partOf = (value: JsonObject): Part => ({
  kind: 'output',
  output: {
    type: 'activity',
    activityType: stringOr(value['activityType'], 'activity'),
    content: value['content'],
  },
});
