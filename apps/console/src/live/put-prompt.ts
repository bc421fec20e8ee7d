import type { Prompt } from '@countersign/api/prompt';
import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';

/** Writes what the server last said of a prompt everywhere it is shown. */
export function putPrompt(cache: QueryClient, prompt: Prompt): void {
  cache.setQueryData<Prompt>(queryKeys.prompt(prompt.id), prompt);
  cache.setQueryData<readonly Prompt[]>(queryKeys.prompts, (known) => {
    if (known === undefined) return known;
    const at = known.findIndex((other) => other.id === prompt.id);
    return at < 0 ? [...known, prompt] : known.with(at, prompt);
  });
}
