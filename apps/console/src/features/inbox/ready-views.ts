import type { Operator } from '@countersign/api/operator';
import type { PromptRow } from '@countersign/api/prompt-row';
import type { QueueCounts } from '@countersign/api/prompts/queue';
import { readyViewText } from '../../text/texts.ts';
import { belongsTo, type QueueFilter } from './queue-filter.ts';

/** A view that needs no saving. */
export interface ReadyView {
  id: keyof typeof readyViewText;
  name: string;
  filter: QueueFilter & Readonly<Record<string, string>>;
}

const filters: Record<ReadyView['id'], ReadyView['filter']> = {
  critical: { severity: 'critical' },
  mine: { turn: 'mine' },
  due: { due: 'hour' },
  snoozed: { snoozed: 'only' },
  answered: { show: 'answered' },
  unseen: { show: 'unseen' },
};

/** The views that everyone has, in the order of the menu. */
export const readyViews: readonly ReadyView[] = (
  Object.keys(filters) as readonly ReadyView['id'][]
).map((id) => ({ id, name: readyViewText[id], filter: filters[id] }));

/** How many open prompts a ready-made view shows; null = it shows closed ones. */
export function countIn(
  { filter }: ReadyView,
  prompts: readonly PromptRow[],
  at: { me: Operator | null; now: number },
): number | null {
  if (filter.show !== undefined) return null;
  return prompts.filter((prompt) => belongsTo(prompt, filter, at)).length;
}

/** The same as the server counts it; null = it does not. */
export function serverCountOf(reported: QueueCounts | null, { id }: ReadyView): number | null {
  return reported === null || id === 'answered' || id === 'unseen' ? null : reported[id];
}
