import type { RuleList } from '@countersign/api/rule';
import type { Client } from '@countersign/client/client';
import { type QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';
import { useClient } from './session/client-context.tsx';

/** Lists that no fact carries; a `changed` frame names the one that has to be read again. */
export const settingsKeys = {
  rules: ['rules'] as const,
  policy: ['policy'] as const,
  webhooks: ['webhooks'] as const,
  operators: ['operators'] as const,
  programs: ['programs'] as const,
};

/** They are read again when a frame says so. */
export const kept = { staleTime: Number.POSITIVE_INFINITY };

/** All rules, and whether they are stopped. */
export function useRules(): UseQueryResult<RuleList> {
  const client = useClient();
  return useQuery({
    ...kept,
    queryKey: settingsKeys.rules,
    queryFn: () => client.api.listRules(),
  });
}

/**
 * Reads these lists again when they were changed, when a rule has answered (its answers are counted), and after a lost connection,
 * since `changed` frames are not repeated. Only what is on screen is read. Returns the function that stops it.
 */
export function keepSettings(client: Client, cache: QueryClient): () => void {
  const again = (queryKey: readonly string[]) => void cache.invalidateQueries({ queryKey });
  const undoNews = client.onChanged((what) => {
    again([what]);
    // The role or groups of the signed-in operator may have changed.
    if (what === 'operators') again(queryKeys.me);
  });
  const undoFacts = client.onFact(({ event }) => {
    if (event.type !== 'CUSTOM' || event.name !== 'countersign.decision') return;
    if (isOfRule(event.value)) again(settingsKeys.rules);
  });
  let lost = false;
  const undoLive = client.connection.subscribe(({ status }) => {
    if (status === 'offline') lost = true;
    if (status !== 'live' || !lost) return;
    lost = false;
    for (const key of Object.values(settingsKeys)) again(key);
  });
  return () => {
    undoNews();
    undoFacts();
    undoLive();
  };
}

function isOfRule(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('decision' in value)) return false;
  const { decision } = value;
  if (typeof decision !== 'object' || decision === null || !('by' in decision)) return false;
  const { by } = decision;
  return typeof by === 'object' && by !== null && 'kind' in by && by.kind === 'rule';
}
