import type { PromptFact } from '@countersign/api/fact';
import type { Envelope } from '@countersign/hai/envelope';
import type { QueryClient } from '@tanstack/react-query';
import { writePrompts } from './prompt-cache.ts';
import { promptChangeOf } from './prompt-change.ts';

/** What a fact changed: names of the request/response lists that must be read again. */
export type Stale = 'tasks' | 'agents' | 'counts' | 'found';

/** Tasks are shown with the number of their open prompts: only these change it. */
const countedChanges: ReadonlySet<PromptFact['change']> = new Set([
  'opened',
  'answered',
  'expired',
  'withdrawn',
  'reopened',
]);

function staleAfter({ event }: Envelope): readonly Stale[] {
  // An agent that could not be started tells of its last contact by the end of the run alone.
  if (event.type === 'RUN_ERROR') return ['tasks', 'agents'];
  if (event.type !== 'CUSTOM') return ['tasks'];
  switch (event.name) {
    case 'countersign.prompt':
      return countedChanges.has((event.value as PromptFact).change)
        ? ['tasks', 'counts', 'found']
        : ['counts', 'found'];
    case 'countersign.decision':
      return [];
    case 'countersign.claim':
      return ['counts'];
    case 'countersign.agent':
      return ['tasks', 'agents'];
    default:
      return ['tasks'];
  }
}

/**
 * Writes server facts into the query cache, in their order and in one go. Each carries the whole new truth, so nothing
 * is asked again but the lists whose rows are counted by the server; those are returned.
 */
export function applyFacts(cache: QueryClient, envelopes: readonly Envelope[]): ReadonlySet<Stale> {
  writePrompts(
    cache,
    envelopes.map(promptChangeOf).filter((change) => change !== null),
  );
  return new Set(envelopes.flatMap(staleAfter));
}
