import type { HaiEventOf } from '@countersign/hai/event';
import { isObject } from '@countersign/json/json-object';
import { stringOr } from '@countersign/json/or-else';
import type { Cause } from '../cause.ts';
import type { MessageItem, OpenFold, Part } from '../thread.ts';
import { lookup } from '../thread-index.ts';
import { appendDelta } from './append-part.ts';
import type { Draft } from './draft.ts';
import { foldUpMessage } from './fold-up-message.ts';

/** The content of a `fold` output; null for any other part. */
function foldMarkerOf(part: Part): (OpenFold & { end: boolean }) | null {
  if (part.kind !== 'output' || part.output.type !== 'fold') return null;
  const data = isObject(part.output['data']) ? part.output['data'] : part.output;
  return {
    end: data['position'] === 'end',
    title: stringOr(data['title'], ''),
    folded: data['fold'] === true,
  };
}

/** Nested sections; deeper ones are not distinguished. */
const maxFoldDepth = 20;

/** The sections that are open where a message stops, outermost first: its next part continues within them. */
function openFolds({ continues = [], parts }: MessageItem): readonly OpenFold[] {
  const folds = continues.slice();
  for (const part of parts) {
    const marker = foldMarkerOf(part);
    if (marker === null) continue;
    if (marker.end) folds.pop();
    else if (folds.length < maxFoldDepth)
      folds.push({ title: marker.title, folded: marker.folded });
  }
  return folds;
}

type Start = HaiEventOf<'BUSINESS_DATA_START'>;

const defaultRole = ({ speaker }: Cause): string =>
  speaker.startsWith('operator:') ? 'user' : 'assistant';

function open(
  draft: Draft,
  cause: Cause,
  event: Pick<Start, 'messageId'> & Partial<Pick<Start, 'role' | 'parentMessageId'>>,
  continues: readonly OpenFold[] = [],
): number {
  return draft.append(cause, {
    kind: 'message',
    messageId: event.messageId,
    role: event.role ?? defaultRole(cause),
    parts: [],
    open: true,
    ...(event.parentMessageId === undefined ? {} : { parentMessageId: event.parentMessageId }),
    ...(continues.length === 0 ? {} : { continues }),
  });
}

/** A message id that is used again after its END opens a new item, so that the order on screen stays true. */
export function foldMessageStart(draft: Draft, cause: Cause, event: Start): void {
  const known = draft.item(draft.find(lookup.messageOf(cause.speaker, event.messageId)), 'message');
  const sameRun = known?.runId === cause.envelope.runId;
  if (known?.open === true && sameRun) return;
  open(draft, cause, event, known !== undefined && sameRun ? openFolds(known) : []);
}

export function foldMessageContent(
  draft: Draft,
  cause: Cause,
  event: HaiEventOf<'BUSINESS_DATA_CONTENT'>,
): void {
  const { delta, messageId } = event;
  if (typeof delta !== 'string' && delta.output.type === 'upformat') {
    foldUpMessage(draft, cause, delta.output['message']);
    return;
  }
  const known =
    draft.find(lookup.messageOf(cause.speaker, messageId)) ?? open(draft, cause, { messageId });
  const position = isFull(draft, known) ? continueRun(draft, cause, known) : known;
  const message = draft.edit(position, 'message');
  if (message === undefined) return;
  message.lastSequence = cause.envelope.sequence;
  appendDelta(draft, position, event);
}

/** Whether a message is so long that it must continue in a new item, which can be removed separately. */
function isFull(draft: Draft, position: number): boolean {
  const { entries, memberChars } = draft.budget;
  const parts = draft.item(position, 'message')?.parts.length ?? 0;
  return parts >= entries || draft.charsOf(position) >= memberChars;
}

function continueRun(draft: Draft, cause: Cause, position: number): number {
  const full = draft.item(position, 'message');
  if (full === undefined) return position;
  const { messageId, role, parentMessageId } = full;
  const wasOpen = full.open;
  endMessage(draft, cause, position);
  const next = open(draft, cause, { messageId, role, parentMessageId }, openFolds(full));
  const item = draft.edit(next, 'message');
  if (item !== undefined) item.goesOn = true;
  if (!wasOpen) endMessage(draft, cause, next);
  return next;
}

function endMessage(draft: Draft, cause: Cause, position: number): void {
  const message = draft.edit(position, 'message');
  if (message === undefined) return;
  message.open = false;
  message.lastSequence = cause.envelope.sequence;
  message.endedAt = cause.envelope.receivedAt;
  draft.index.open.delete(position);
}

export function foldMessageEnd(
  draft: Draft,
  cause: Cause,
  { messageId }: HaiEventOf<'BUSINESS_DATA_END'>,
): void {
  const position = draft.find(lookup.messageOf(cause.speaker, messageId));
  if (position === undefined || draft.item(position, 'message')?.open !== true) return;
  endMessage(draft, cause, position);
}
