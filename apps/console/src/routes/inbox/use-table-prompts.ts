import type { Prompt } from '@countersign/api/prompt';
import type { PromptRow } from '@countersign/api/prompt-row';
import { useMemo, useState } from 'react';
import { MAX_ROWS } from '../../features/inbox/bulk/max-rows.ts';
import { useWholePrompts } from '../../live/prompts/whole-prompts.ts';

/** What a table of prompts shows and answers. */
export interface TablePrompts {
  /** All prompts that were ever part of it, whole and live. */
  live: readonly Prompt[];
  /** Those that belong in it now, in order. */
  belonging: readonly Prompt[];
  /** They were read; later ones are added. */
  ready: boolean;
  error: Error | null;
  retry: () => void;
}

const none: readonly string[] = [];

/** The complete prompts of the rows of a table, read when it opens. `table` names it; null = there is none. */
export function useTablePrompts(table: string | null, rows: readonly PromptRow[]): TablePrompts {
  const [known, setKnown] = useState<{ table: string | null; ids: readonly string[] }>({
    table,
    ids: none,
  });
  const before = known.table === table ? known.ids : none;
  // A closed one is removed from the rows, and stays in the table as it was shown.
  const missing = rows.map(({ id }) => id).filter((id) => !before.includes(id));
  const added = missing.slice(0, Math.max(0, MAX_ROWS - before.length));
  const ids = table === null || added.length === 0 ? before : [...before, ...added];
  if (known.table !== table || known.ids !== ids) setKnown({ table, ids });
  const whole = useWholePrompts(ids);
  const [read, setRead] = useState<string | null>(null);
  const ready = table !== null && (read === table || (whole.complete && whole.error === null));
  if (ready && read !== table) setRead(table);
  const byId = useMemo(
    () => new Map(whole.prompts.map((prompt) => [prompt.id, prompt])),
    [whole.prompts],
  );
  const belonging = useMemo(() => rows.flatMap(({ id }) => byId.get(id) ?? []), [rows, byId]);
  return {
    live: whole.prompts,
    belonging,
    ready,
    error: ready ? null : whole.error,
    retry: whole.retry,
  };
}
