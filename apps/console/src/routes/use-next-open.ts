import type { PromptRow } from '@countersign/api/prompt-row';
import { useMemo } from 'react';
import type { QueueItem } from '../features/inbox/use-queue.ts';

const isOpenRow = (row: QueueItem) => row.prompts.some((prompt) => prompt.state === 'open');

/** The open prompt below the selected one, or from the top again; null = there is no other. */
export function useNextOpen(
  rows: readonly QueueItem[],
  selectedId: string | null,
): PromptRow | null {
  return useMemo(() => {
    const at = rows.findIndex((row) => row.key === selectedId);
    const open = rows.filter((row) => isOpenRow(row) && row.key !== selectedId);
    const after = rows.slice(at + 1).find((row) => open.includes(row));
    const next = after ?? open[0];
    return next?.prompts.find((prompt) => prompt.state === 'open') ?? null;
  }, [rows, selectedId]);
}
