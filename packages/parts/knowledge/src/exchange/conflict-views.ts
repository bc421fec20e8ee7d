import type { conflictSchema } from '@countersign/api/knowledge-sharing';
import type { Conflict } from '@countersign/memory/absorb/conflict';
import type { z } from 'zod';
import type { HeldMemories } from '../memories/held.ts';
import { memoryRow } from '../memories/memory-views.ts';

type View = z.input<typeof conflictSchema>;

const choice = ({ path, mine, theirs }: { path: string; mine: unknown; theirs: unknown }) => ({
  ...{ path, mine, theirs },
});

/** What a new memory is to those that are there, the weightiest first. */
export const conflictViews = (conflicts: readonly Conflict[], held: HeldMemories): View[] =>
  conflicts.flatMap(({ kind, with: id, contradictions, proposal }) => {
    const memory = held.all.get(id);
    if (memory === undefined) return [];
    return [
      {
        ...{ kind, with: memoryRow(memory, held), content: memory.content },
        contradictions: contradictions.map(choice),
        proposal: proposal === null ? null : proposalView(proposal),
      },
    ];
  });

export const proposalView = ({
  rows,
  content,
  choices,
}: NonNullable<Conflict['proposal']>): NonNullable<View['proposal']> => ({
  rows: rows.map(({ state, mine, theirs }) => ({ state, mine, theirs })),
  content,
  choices: choices.map(choice),
});
