import type { HaiEventOf } from '@countersign/hai/event';
import { namedBy } from '@countersign/hai/sender';
import { weightOf } from '@countersign/hai/weight';
import type { Cause } from '../cause.ts';
import { say } from '../statements.ts';
import type { ExchangeItem } from '../thread.ts';
import { lookup } from '../thread-index.ts';
import { withHandedTask } from '../workflow-items.ts';
import type { Draft } from './draft.ts';
import { leaveOut } from './leave-out.ts';

type Task = ExchangeItem['tasks'][number];

export function foldExchangeStart(
  draft: Draft,
  cause: Cause,
  event: HaiEventOf<'AGENT_COLLABORATIVE_MESSAGE_START'>,
): void {
  draft.append(cause, {
    kind: 'exchange',
    from: namedBy(cause.envelope.agentId, event.from),
    to: namedBy(cause.envelope.agentId, event.to),
    tasks: [],
    open: true,
    ...(event.messageId === undefined ? {} : { messageId: event.messageId }),
  });
}

/** The exchange a later event is about: by id, else the last open one of its sender. */
function find(draft: Draft, { speaker }: Cause, messageId: string | undefined): number | undefined {
  const byId =
    messageId === undefined ? undefined : draft.find(lookup.exchange(speaker, messageId));
  if (byId !== undefined) return byId;
  const last = draft.find(lookup.lastExchange(speaker));
  return draft.item(last, 'exchange')?.open === true ? last : undefined;
}

export function foldExchangeContent(
  draft: Draft,
  cause: Cause,
  event: HaiEventOf<'AGENT_COLLABORATIVE_MESSAGE_CONTENT'>,
): void {
  const position =
    find(draft, cause, event.messageId) ??
    draft.append(cause, {
      kind: 'exchange',
      from: cause.speaker,
      to: '',
      tasks: [],
      open: true,
      ...(event.messageId === undefined ? {} : { messageId: event.messageId }),
    });
  const exchange = draft.edit(position, 'exchange');
  if (exchange === undefined) return;
  exchange.lastSequence = cause.envelope.sequence;
  const task = taskOf(event.delta);
  const { entries, memberChars } = draft.budget;
  const { details = [] } = exchange;
  if (exchange.tasks.length >= entries || details.length >= entries) {
    leaveOut(draft, cause, 'list', say('fold.hand-over-cut', { limit: entries }));
  } else if (task !== null) {
    exchange.tasks = withTask(exchange.tasks, task);
    const { handOvers } = draft.thread;
    draft.thread.handOvers = withHandedTask(handOvers, cause.envelope.runId, task);
  } else if (event.delta !== undefined) {
    // Checked only for large parts: small ones are limited by their number.
    const weight = weightOf(event.delta);
    const isRoom = weight < memberChars / entries || weight + weightOf(details) <= memberChars;
    if (isRoom) exchange.details = [...details, event.delta];
    else leaveOut(draft, cause, 'list', say('fold.hand-over-too-large'));
  }
}

export function taskOf(delta: unknown): Task | null {
  if (typeof delta !== 'object' || delta === null || !('task' in delta)) return null;
  const { task } = delta;
  if (typeof task === 'string') return { name: task };
  if (typeof task !== 'object' || task === null) return null;
  const id = 'id' in task ? task.id : undefined;
  const name = 'name' in task && typeof task.name === 'string' ? task.name : '';
  return typeof id === 'string' || typeof id === 'number' ? { id: String(id), name } : { name };
}

function withTask(tasks: ExchangeItem['tasks'], task: Task): ExchangeItem['tasks'] {
  const place = task.id === undefined ? -1 : tasks.findIndex((known) => known.id === task.id);
  return place === -1 ? [...tasks, task] : tasks.with(place, task);
}

export function foldExchangeEnd(
  draft: Draft,
  cause: Cause,
  event: HaiEventOf<'AGENT_COLLABORATIVE_MESSAGE_END'>,
): void {
  const position = find(draft, cause, event.messageId);
  if (position === undefined || draft.item(position, 'exchange')?.open !== true) return;
  const exchange = draft.edit(position, 'exchange');
  if (exchange === undefined) return;
  exchange.open = false;
  exchange.lastSequence = cause.envelope.sequence;
  exchange.endedAt = cause.envelope.receivedAt;
  draft.index.open.delete(position);
}
