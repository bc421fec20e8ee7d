import type { HaiEventOf } from '@countersign/hai/event';
import type { Cause } from './cause.ts';
import type { Draft } from './draft.ts';
import { lookup } from './thread-index.ts';

const find = (draft: Draft, { speaker }: Cause, toolCallId: string): number | undefined =>
  draft.find(lookup.toolCallOf(speaker, toolCallId));

export function foldToolCallStart(
  draft: Draft,
  cause: Cause,
  event: HaiEventOf<'TOOL_CALL_START'>,
): void {
  const position = find(draft, cause, event.toolCallId);
  const known = draft.item(position, 'tool-call');
  if (position !== undefined && known?.status === 'arguments') {
    const call = draft.edit(position, 'tool-call');
    if (call === undefined) return;
    call.name = event.toolCallName;
    call.lastSequence = cause.envelope.sequence;
    return;
  }
  draft.append(cause, {
    kind: 'tool-call',
    toolCallId: event.toolCallId,
    name: event.toolCallName,
    args: '',
    status: 'arguments',
    ...(event.parentMessageId === undefined ? {} : { parentMessageId: event.parentMessageId }),
  });
}

/** The call, opened when nothing has announced it. */
function findOrOpen(draft: Draft, cause: Cause, toolCallId: string): number {
  return (
    find(draft, cause, toolCallId) ??
    draft.append(cause, {
      kind: 'tool-call',
      toolCallId,
      name: '',
      args: '',
      status: 'arguments',
    })
  );
}

export function foldToolCallArgs(
  draft: Draft,
  cause: Cause,
  event: HaiEventOf<'TOOL_CALL_ARGS'>,
): void {
  const call = draft.edit(findOrOpen(draft, cause, event.toolCallId), 'tool-call');
  if (call === undefined) return;
  call.args += event.delta;
  call.lastSequence = cause.envelope.sequence;
}

export function foldToolCallEnd(
  draft: Draft,
  cause: Cause,
  event: HaiEventOf<'TOOL_CALL_END'>,
): void {
  const position = find(draft, cause, event.toolCallId);
  if (draft.item(position, 'tool-call')?.status !== 'arguments' || position === undefined) return;
  const call = draft.edit(position, 'tool-call');
  if (call === undefined) return;
  call.status = 'called';
  call.lastSequence = cause.envelope.sequence;
}

export function foldToolCallResult(
  draft: Draft,
  cause: Cause,
  event: HaiEventOf<'TOOL_CALL_RESULT'>,
): void {
  // The result may be told by another agent than the one that called.
  const position =
    find(draft, cause, event.toolCallId) ??
    draft.find(lookup.toolCall(event.toolCallId)) ??
    findOrOpen(draft, cause, event.toolCallId);
  const call = draft.edit(position, 'tool-call');
  if (call === undefined) return;
  call.status = event.error === undefined ? 'done' : 'failed';
  if (event.content !== undefined) call.result = event.content;
  if (event.error !== undefined) call.error = event.error;
  call.lastSequence = cause.envelope.sequence;
  call.endedAt = cause.envelope.receivedAt;
}
