import type { DecisionFact, PromptFact } from '@countersign/api/fact';
import type { Prompt } from '@countersign/api/prompt';
import type { Envelope } from '@countersign/hai/envelope';
import type { QueryClient } from '@tanstack/react-query';
import { putPrompt } from './put-prompt.ts';
import { queryKeys } from './query-keys.ts';

/** What a fact changed: names of the request/response lists that must be read again. */
export type Stale = 'tasks' | 'agents';

function putDecision(cache: QueryClient, fact: DecisionFact): void {
  const { decision } = fact;
  const settle = (prompt: Prompt): Prompt =>
    prompt.id === decision.promptId
      ? { ...prompt, decision, state: prompt.state === 'open' ? 'answered' : prompt.state }
      : prompt;
  cache.setQueryData<Prompt>(
    queryKeys.prompt(decision.promptId),
    (prompt) => prompt && settle(prompt),
  );
  cache.setQueryData<readonly Prompt[]>(queryKeys.prompts, (known) => known?.map(settle));
}

/**
 * Writes one server fact into the query cache. Each fact carries the whole new truth, so nothing is asked again
 * but the lists whose rows are counted by the server; those are returned.
 */
export function applyFact(cache: QueryClient, envelope: Envelope): readonly Stale[] {
  const { event } = envelope;
  // An agent that could not be started tells of its last contact by the end of the run alone.
  if (event.type === 'RUN_ERROR') return ['tasks', 'agents'];
  if (event.type !== 'CUSTOM') return ['tasks'];
  switch (event.name) {
    case 'countersign.prompt':
      // The client checked the envelope and the server wrote the fact: trusted inside (house rule "parse once").
      putPrompt(cache, (event.value as PromptFact).prompt);
      return ['tasks'];
    case 'countersign.decision':
      putDecision(cache, event.value as DecisionFact);
      return [];
    case 'countersign.agent':
      return ['tasks', 'agents'];
    default:
      return ['tasks'];
  }
}
