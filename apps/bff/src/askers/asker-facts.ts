import type { PromptFact } from '@countersign/api/fact';
import { customName } from '@countersign/hai/event';
import type { StreamRow } from '../store/row.ts';

/** What the last commit changed in prompts of askers, in order. */
export function askerFacts(rows: readonly StreamRow[]): PromptFact[] {
  return rows.flatMap((row) => {
    // Most rows are not about askers: they are not parsed.
    if (!row.notable || !row.data.includes(customName.prompt) || !row.data.includes('"asker"'))
      return [];
    const event = JSON.parse(row.data);
    if (event?.type !== 'CUSTOM' || event.name !== customName.prompt) return [];
    const fact: PromptFact = event.value;
    return fact.prompt.origin.answeredBy === 'asker' ? [fact] : [];
  });
}
