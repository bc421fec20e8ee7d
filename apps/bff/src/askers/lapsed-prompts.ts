import type { PromptFact } from '@countersign/api/fact';
import type { Prompt } from '@countersign/api/prompt';
import { customName } from '@countersign/hai/event';
import type { StreamRow } from '../journal/row.ts';

/** The prompts of askers that were closed without an answer by the last commit, in order. */
export function lapsedPrompts(rows: readonly StreamRow[]): Prompt[] {
  return rows.flatMap((row) => {
    // Most rows are not about askers: they are not parsed.
    if (!row.notable || !row.text.includes(customName.prompt) || !row.text.includes('"asker"'))
      return [];
    const { event } = JSON.parse(row.text);
    if (event?.type !== 'CUSTOM' || event.name !== customName.prompt) return [];
    const { change, prompt }: PromptFact = event.value;
    const isLapsed = change === 'expired' || change === 'withdrawn';
    return isLapsed && prompt.origin.answeredBy === 'asker' ? [prompt] : [];
  });
}
