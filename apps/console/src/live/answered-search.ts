import type { Prompt } from '@countersign/api/prompt';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useClient } from './client-context.tsx';
import { queryKeys } from './query-keys.ts';

const MIN_WORDS = 3;
const MOST = 20;
/** As long as an id is at least; a shorter one is found by nobody. */
const MIN_ID = 8;

/** Answered prompts that a search of the server finds by their words, or by the whole id. */
export function useAnsweredSearch(words: string): readonly Prompt[] {
  const client = useClient();
  const wanted = useDeferredValue(words.trim());
  const found = useQuery({
    queryKey: queryKeys.closedPrompts(`found ${wanted}`),
    queryFn: async ({ signal }) => {
      const query = { state: 'answered', order: 'closed', limit: MOST, q: wanted } as const;
      const { items } = await client.api.listPrompts(query, signal);
      if (items.length > 0 || wanted.length < MIN_ID || /\s/.test(wanted)) return items;
      const one = await client.api.getPrompt(wanted, signal).catch(() => null);
      return one === null || one.state === 'open' ? [] : [one];
    },
    enabled: wanted.length >= MIN_WORDS,
    placeholderData: keepPreviousData,
  });
  return wanted.length >= MIN_WORDS ? (found.data ?? []) : [];
}
