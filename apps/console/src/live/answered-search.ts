import type { PromptRow } from '@countersign/api/prompt-row';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useClient } from './client-context.tsx';
import { queryKeys } from './query-keys.ts';
import { readRows } from './read-rows.ts';

const MIN_WORDS = 3;
const MOST = 20;

/** Prompts that a search of the server finds by their text, or by their complete id or that of their source. */
function useServerSearch(words: string, show?: 'answered'): readonly PromptRow[] {
  const client = useClient();
  const wanted = useDeferredValue(words.trim());
  const found = useQuery({
    queryKey: queryKeys.closedPrompts(`found ${show ?? 'open'} ${wanted}`),
    queryFn: async ({ signal }) => {
      const query = { q: wanted, limit: MOST, ...(show ? { show } : { snoozed: 'any' as const }) };
      return (await readRows(client, query, signal)).items;
    },
    enabled: wanted.length >= MIN_WORDS,
  });
  return wanted.length >= MIN_WORDS ? (found.data ?? none) : none;
}

const none: readonly PromptRow[] = [];

export const useAnsweredSearch = (words: string): readonly PromptRow[] =>
  useServerSearch(words, 'answered');

/** Open ones, in addition to those whose rows are here. */
export const useOpenSearch = (words: string): readonly PromptRow[] => useServerSearch(words);
