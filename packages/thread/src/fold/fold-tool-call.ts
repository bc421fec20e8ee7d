import type { HaiEventOf } from '@countersign/hai/event';
import { jsonEqual } from '@countersign/json/json-equal';
import type { Cause } from '../cause.ts';
import { say } from '../statements.ts';
import type { ToolCallItem } from '../thread.ts';
import { lookup } from '../thread-index.ts';
import type { Draft } from './draft.ts';
import { leaveOut } from './leave-out.ts';

type Start = HaiEventOf<'TOOL_CALL_START'>;

const find = (draft: Draft, { speaker }: Cause, toolCallId: string): number | undefined =>
  draft.find(lookup.toolCallOf(speaker, toolCallId));

export function foldToolCallStart(draft: Draft, cause: Cause, event: Start): void {
  const position = find(draft, cause, event.toolCallId);
  const known = draft.item(position, 'tool-call');
  if (position !== undefined && known !== undefined && isAnnouncedAgain(known, event)) {
    const call = draft.edit(position, 'tool-call');
    if (call === undefined) return;
    if (call.status !== 'arguments') call.again = '';
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

/** A call without its end, or one that a resumed run sends again. */
const isAnnouncedAgain = (call: ToolCallItem, { toolCallName }: Start): boolean =>
  call.status === 'arguments' || call.name === toolCallName;

/** The call, opened if it was not announced. */
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
  const { memberChars } = draft.budget;
  if ((call.again ?? call.args).length + event.delta.length > memberChars) {
    const id = call.toolCallId.slice(0, 200);
    const said = say('fold.arguments-left-out', { id, limit: memberChars });
    leaveOut(draft, cause, 'arguments', said);
    return;
  }
  if (call.again === undefined) call.args += event.delta;
  else call.again += event.delta;
  call.lastSequence = cause.envelope.sequence;
}

export function foldToolCallEnd(
  draft: Draft,
  cause: Cause,
  event: HaiEventOf<'TOOL_CALL_END'>,
): void {
  const position = find(draft, cause, event.toolCallId);
  const known = draft.item(position, 'tool-call');
  if (position === undefined || known === undefined) return;
  if (known.again !== undefined) {
    endAgain(draft, cause, position, known);
    return;
  }
  if (known.status !== 'arguments') return;
  const call = draft.edit(position, 'tool-call');
  if (call === undefined) return;
  call.status = 'called';
  call.lastSequence = cause.envelope.sequence;
}

/**
 * With the same arguments it is the same call; with others too, if a later run announces it before it has a result: a person has
 * edited them. Else the id was used for a second one.
 */
function endAgain(draft: Draft, cause: Cause, position: number, known: ToolCallItem): void {
  const { again = '', args, name, toolCallId } = known;
  const call = draft.edit(position, 'tool-call');
  if (call === undefined) return;
  delete call.again;
  call.lastSequence = cause.envelope.sequence;
  if (again.trim() === '' || again === args || sameJson(again, args)) return;
  if (known.status === 'called' && known.runId !== cause.envelope.runId) {
    call.args = again;
    return;
  }
  draft.append(cause, { kind: 'tool-call', toolCallId, name, args: again, status: 'called' });
}

function sameJson(left: string, right: string): boolean {
  try {
    return jsonEqual(JSON.parse(left), JSON.parse(right));
  } catch {
    return false;
  }
}

export function foldToolCallResult(
  draft: Draft,
  cause: Cause,
  event: HaiEventOf<'TOOL_CALL_RESULT'>,
): void {
  // The result may be sent by another agent than the caller.
  const position =
    find(draft, cause, event.toolCallId) ??
    draft.find(lookup.toolCall(event.toolCallId)) ??
    findOrOpen(draft, cause, event.toolCallId);
  const call = draft.edit(position, 'tool-call');
  if (call === undefined) return;
  call.status = event.error === undefined ? 'done' : 'failed';
  if (event.content !== undefined) takeResult(call, event.content);
  if (event.error !== undefined) call.error = event.error;
  call.lastSequence = cause.envelope.sequence;
  call.endedAt = cause.envelope.receivedAt;
  draft.index.open.delete(position);
}

const maxEarlierResults = 20;

/** A second result is kept with the first: it is unknown which of them the agent used. */
function takeResult(call: ToolCallItem, content: unknown): void {
  const reported = call.result !== undefined && !jsonEqual(call.result, content);
  if (reported) {
    call.earlierResults = [...(call.earlierResults ?? []), call.result].slice(-maxEarlierResults);
  }
  call.result = content;
}
