import type { QueueItem } from './use-queue.ts';

/** The prompts one may go to next: those around the open one, or where one begins. */
export function neighbours(rows: readonly QueueItem[], selectedId: string | null): string[] {
  const at = rows.findIndex((row) => row.key === selectedId);
  const near = at < 0 ? rows.slice(0, 2) : [rows[at + 1], rows[at - 1], rows[at + 2]];
  return near.flatMap((row) => (row?.classKey === null ? (row.prompts[0]?.id ?? []) : []));
}
