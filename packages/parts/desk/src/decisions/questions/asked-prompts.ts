import { customName } from '@countersign/hai/event';
import type { StreamRow } from '@countersign/server/store/row';

const asks = new Set(['opened', 'revised']);

/** Ids of the prompts that were opened or revised by the last commit, in order. */
export function askedPrompts(rows: readonly StreamRow[]): string[] {
  return rows.flatMap((row) => {
    // Most rows are not facts: they are not parsed.
    if (!row.notable || !row.data.includes(customName.prompt)) return [];
    const event = JSON.parse(row.data);
    if (event?.type !== 'CUSTOM' || event.name !== customName.prompt) return [];
    return asks.has(event.value.change) ? [event.value.prompt.id] : [];
  });
}
