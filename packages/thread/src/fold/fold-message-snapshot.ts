import type { HaiEventOf, Message } from '@countersign/hai/event';
import { isObject } from '@countersign/json/json-object';
import type { Cause } from '../cause.ts';
import type { Part } from '../thread.ts';
import { lookup } from '../thread-index.ts';
import { contentOutput } from './content-part.ts';
import type { Draft } from './draft.ts';

/** What an agent sends after a reconnect (docs/protocol/events.md): unknown messages are added, the text of known ones replaced. */
export function foldMessageSnapshot(
  draft: Draft,
  cause: Cause,
  { messages }: HaiEventOf<'MESSAGE_SNAPSHOT'>,
): void {
  const listed = new Set(messages.map(({ id }) => id));
  for (const message of messages) {
    if (message.role === 'tool' && message.toolCallId !== undefined) {
      setToolResult(draft, cause, message.toolCallId, message);
    } else {
      setMessage(draft, cause, message, listed);
      for (const call of message.toolCalls ?? []) addToolCall(draft, cause, message.id, call);
    }
  }
}

function setMessage(
  draft: Draft,
  cause: Cause,
  message: Message,
  listed: ReadonlySet<string>,
): void {
  const parts = partsOf(message);
  const position = draft.find(lookup.message(message.id));
  const known = draft.item(position, 'message');
  if (position !== undefined && known !== undefined) {
    // A message in several items is too long to be replaced by one event.
    if (known.goesOn === true) return;
    replaceText(draft, position, { cause, parts });
    return;
  }
  // An assistant message with tool calls only has no text.
  if (parts.length === 0 && message.toolCalls !== undefined) return;
  const repeated = findRepeated(draft, { ...message, parts }, listed);
  if (repeated !== null) {
    draft.addMessageId(repeated, message.id);
    return;
  }
  draft.append(cause, {
    endedAt: cause.envelope.receivedAt,
    kind: 'message',
    messageId: message.id,
    role: message.role,
    parts,
    open: false,
  });
}

/** Messages further back are not compared. */
const maxCompared = 500;

/**
 * A message of the thread that a snapshot lists under another id: the same words of the same role, whose own id the snapshot does not
 * have. The oldest of several.
 */
function findRepeated(
  draft: Draft,
  { role, parts }: Pick<Message, 'role'> & { parts: readonly Part[] },
  listed: ReadonlySet<string>,
): number | null {
  const text = textOf(parts);
  if (text.trim() === '' || parts.some(({ kind }) => kind !== 'text')) return null;
  for (let at = Math.max(0, draft.size - maxCompared); at < draft.size; at += 1) {
    const item = draft.item(at, 'message');
    if (item === undefined || item.role !== role || item.open || textOf(item.parts) !== text)
      continue;
    const ids = [item.messageId, ...(item.repeatedAs ?? [])];
    if (!ids.some((id) => listed.has(id))) return at;
  }
  return null;
}

function partsOf({ role, content }: Message): Part[] {
  const pieces = Array.isArray(content) ? content : [content];
  const parts: Part[] = [];
  let text = '';
  for (const piece of pieces) {
    if (typeof piece === 'string') text += piece;
    else if (isObject(piece) && typeof piece['text'] === 'string') text += piece['text'];
    else if (isObject(piece)) parts.push({ kind: 'output', output: contentOutput(piece) });
  }
  if (text === '') return parts;
  const spoken: Part =
    role === 'reasoning'
      ? { kind: 'thinking', text, elapsedSeconds: null, thinking: false, collapse: true }
      : { kind: 'text', text };
  return [spoken, ...parts];
}

const textOf = (parts: readonly Part[]): string =>
  parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');

function replaceText(
  draft: Draft,
  position: number,
  { cause, parts }: { cause: Cause; parts: Part[] },
): void {
  const message = draft.item(position, 'message');
  const text = parts.find((part) => part.kind === 'text');
  if (message === undefined || text === undefined || textOf(message.parts) === textOf(parts))
    return;
  const copy = draft.edit(position, 'message');
  if (copy === undefined) return;
  copy.lastSequence = cause.envelope.sequence;
  const before = message.parts.findIndex((part) => part.kind === 'text');
  const kept = message.parts.map((part, place) => (place === before ? text : part));
  const replaced = kept.filter((part) => part === text || part.kind !== 'text');
  draft.setParts(position, before === -1 ? [...replaced, text] : replaced);
}

function setToolResult(draft: Draft, cause: Cause, toolCallId: string, message: Message): void {
  const { content } = message;
  const error = typeof message['error'] === 'string' ? { error: message['error'] } : {};
  const position = draft.find(lookup.toolCall(toolCallId));
  const known = draft.item(position, 'tool-call');
  const { sequence, receivedAt } = cause.envelope;
  const outcome = {
    status: 'error' in error ? ('failed' as const) : ('done' as const),
    ...(content === undefined ? {} : { result: content }),
    ...error,
    endedAt: receivedAt,
  };
  if (position === undefined || known === undefined) {
    // Its call is unknown: the result is shown on its own.
    draft.append(cause, { kind: 'tool-call', toolCallId, name: '', args: '', ...outcome });
    return;
  }
  if (known.endedAt !== null) return;
  const call = draft.edit(position, 'tool-call');
  if (call !== undefined) Object.assign(call, outcome, { lastSequence: sequence });
}

function addToolCall(draft: Draft, cause: Cause, parentMessageId: string, call: unknown): void {
  if (!isObject(call) || typeof call['id'] !== 'string') return;
  if (draft.find(lookup.toolCall(call['id'])) !== undefined) return;
  const fn = isObject(call['function']) ? call['function'] : {};
  draft.append(cause, {
    kind: 'tool-call',
    toolCallId: call['id'],
    name: typeof fn['name'] === 'string' ? fn['name'] : '',
    parentMessageId,
    args: typeof fn['arguments'] === 'string' ? fn['arguments'] : '',
    status: 'called',
  });
}
