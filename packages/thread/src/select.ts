import type { UpState } from '@countersign/upformat/message';
import { type BlockNode, blocksOf } from './blocks.ts';
import { isOver } from './run-status.ts';
import type {
  ExchangeItem,
  FailedOperation,
  MessageItem,
  StepItem,
  Thread,
  ThreadItem,
  ToolCallItem,
} from './thread.ts';
import type { ThreadPrompt } from './thread-prompt.ts';

type Kind = ThreadItem['kind'];
type ItemOf<K extends Kind> = Extract<ThreadItem, { kind: K }>;

const byKind = new WeakMap<readonly ThreadItem[], Map<Kind, readonly ThreadItem[]>>();

/** The items of one kind, in order; the same reference as long as the thread's items are. */
function itemsOf<K extends Kind>({ items }: Thread, kind: K): readonly ItemOf<K>[] {
  const isOfKind = (item: ThreadItem): item is ItemOf<K> => item.kind === kind;
  const known = byKind.get(items) ?? new Map<Kind, readonly ThreadItem[]>();
  byKind.set(items, known);
  const before = known.get(kind);
  if (before !== undefined) return before.every(isOfKind) ? before : [];
  const found = items.filter(isOfKind);
  known.set(kind, found);
  return found;
}

/** A message with its Gen UI blocks. */
export interface MessageView {
  message: MessageItem;
  blocks: readonly BlockNode[];
}

/** Messages in order, each with its parts grouped into blocks and folds (HAI section 4). */
export const selectMessages = (thread: Thread): MessageView[] =>
  itemsOf(thread, 'message').map((message) => ({ message, blocks: blocksOf(message) }));

/** Tool calls in the order they began. */
export const selectToolCalls = (thread: Thread): readonly ToolCallItem[] =>
  itemsOf(thread, 'tool-call');

/** Steps in the order they began. */
export const selectSteps = (thread: Thread): readonly StepItem[] => itemsOf(thread, 'step');

/** Hand-overs between agents in the order they began. */
export const selectExchanges = (thread: Thread): readonly ExchangeItem[] =>
  itemsOf(thread, 'exchange');

/** The shared document, what changed when, and the operations that did not apply. */
export interface StateView {
  document: unknown;
  changes: Thread['stateChanges'];
  failedOperations: readonly FailedOperation[];
}

export const selectState = (thread: Thread): StateView => ({
  document: thread.state,
  changes: thread.stateChanges,
  failedOperations: thread.failedOperations,
});

/** What the current run does; `active` = it may still speak. */
export function selectRun({ run }: Thread): Thread['run'] & { active: boolean } {
  return {
    ...run,
    active: run.status !== 'idle' && !isOver(run.status),
  };
}

/** Open prompts: blocking ones first, then in the order they were asked. */
export function selectOpenPrompts(thread: Thread): ThreadPrompt[] {
  return Object.values(thread.prompts)
    .filter((prompt) => prompt.state === 'open')
    .sort((a, b) => Number(b.blocking) - Number(a.blocking) || a.sequence - b.sequence);
}

/** The UpFormat state of the task: what its open prompts say, else the state declared last; null = none declared. */
export function selectUpState(thread: Thread): UpState | null {
  const [first] = selectOpenPrompts(thread);
  if (first !== undefined) return first.blocking ? 'needsHumanDecision' : 'followup';
  return thread.upState ?? null;
}
