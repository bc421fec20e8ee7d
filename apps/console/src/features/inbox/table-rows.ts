import type { Operator } from '@countersign/api/operator';
import type { PromptRow } from '@countersign/api/prompt-row';
import { comparePrompts } from '@countersign/desk/urgency';
import { isSnoozed, matchesFilter, type QueueFilter } from './queue-filter.ts';

/** The rows of a table: what is selected, or the prompts of a class as the filter of the queue narrows them. */
export type TableOf =
  | { kind: 'selected'; ids: ReadonlySet<string> }
  | {
      kind: 'class';
      classKey: string;
      filter: QueueFilter;
      me: Operator | null;
      /** Ids that the server has found for the filter; null = decided by the rows. */
      found: ReadonlySet<string> | null;
    };

function isIn(prompt: PromptRow, of: TableOf): boolean {
  if (of.kind === 'selected') return of.ids.has(prompt.id);
  return (
    prompt.classKey === of.classKey && !isSnoozed(prompt) && matchesFilter(prompt, of.filter, of)
  );
}

/** The open prompts that belong in a table, in the order of the queue. */
export const tableRows = (prompts: readonly PromptRow[], of: TableOf): readonly PromptRow[] =>
  prompts.filter((prompt) => prompt.state === 'open' && isIn(prompt, of)).toSorted(comparePrompts);
