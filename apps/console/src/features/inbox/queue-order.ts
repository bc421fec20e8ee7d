import type { Prompt } from '@countersign/api/prompt';
import type { Severity } from '@countersign/upformat/message';

export interface QueueFilter {
  q?: string;
  agent?: string;
  kind?: 'blocking' | 'followup';
}

/** The rows as they stand on screen, by group. Nothing but an act of the operator changes the order. */
export interface QueueOrder {
  blocking: readonly string[];
  followup: readonly string[];
}

const weight: Record<Severity, number> = { critical: 3, major: 2, minor: 1, info: 0 };

/** By deadline, then severity, then age. No deadline comes last. */
export function comparePrompts(left: Prompt, right: Prompt): number {
  const deadline = (prompt: Prompt) => prompt.expiresAt ?? Number.POSITIVE_INFINITY;
  if (deadline(left) !== deadline(right)) return deadline(left) - deadline(right);
  if (left.severity !== right.severity) return weight[right.severity] - weight[left.severity];
  const age = left.openedAt - right.openedAt;
  if (age !== 0) return age;
  // Asked in the same moment by one task: as it asked them.
  if (left.taskId === right.taskId && left.sequence !== right.sequence)
    return left.sequence - right.sequence;
  return left.id < right.id ? -1 : 1;
}

export function matchesFilter(prompt: Prompt, filter: QueueFilter): boolean {
  if (filter.agent !== undefined && prompt.agentId !== filter.agent) return false;
  if (filter.kind !== undefined && prompt.blocking !== (filter.kind === 'blocking')) return false;
  const words = (filter.q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const text = `${prompt.ask} ${prompt.agentName} ${prompt.taskTitle}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/**
 * The queue drawn anew: every open prompt that matches, in order. `keep` stays although it is answered:
 * the operator has not left it yet.
 */
export function admitAll(
  prompts: readonly Prompt[],
  filter: QueueFilter,
  keep: string | null,
): QueueOrder {
  const rows = prompts
    .filter(
      (prompt) => prompt.id === keep || (prompt.state === 'open' && matchesFilter(prompt, filter)),
    )
    .toSorted(comparePrompts);
  return {
    blocking: rows.filter((prompt) => prompt.blocking).map((prompt) => prompt.id),
    followup: rows.filter((prompt) => !prompt.blocking).map((prompt) => prompt.id),
  };
}

/** Open prompts that match but are not on screen yet: they wait behind the pill. */
export function waitingBehind(
  order: QueueOrder,
  prompts: readonly Prompt[],
  filter: QueueFilter,
): Prompt[] {
  const shown = new Set([...order.blocking, ...order.followup]);
  return prompts.filter(
    (prompt) => prompt.state === 'open' && !shown.has(prompt.id) && matchesFilter(prompt, filter),
  );
}

/**
 * Whether arrivals may enter by themselves: only when no open row is left to be moved,
 * and nothing on screen is under the pointer or has focus.
 */
export function mayEnter(
  order: QueueOrder,
  open: ReadonlySet<string>,
  listIsBusy: boolean,
): boolean {
  const rows = [...order.blocking, ...order.followup];
  if (rows.length === 0) return true;
  return !listIsBusy && !rows.some((id) => open.has(id));
}
