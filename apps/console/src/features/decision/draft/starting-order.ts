import type { UpMessage } from '@countersign/upformat/message';
import { rankableItems } from '@countersign/upformat/rankable-items';

/** The order to start from: the draft's as far as its items still exist, else the agent's. */
export function startingOrder(message: UpMessage, order: readonly string[] | null): string[] {
  const ids = rankableItems(message).map((item) => item.id);
  const kept = (order ?? []).filter((id) => ids.includes(id));
  return [...kept, ...ids.filter((id) => !kept.includes(id))];
}
