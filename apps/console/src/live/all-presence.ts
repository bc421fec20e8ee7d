import type { Presence } from '@countersign/api/presence';
import { useQuery } from '@tanstack/react-query';
import { useClient } from './client-context.tsx';
import { queryKeys } from './query-keys.ts';

type People = Presence['people'];
const nobody: ReadonlyMap<string, People> = new Map();
const byPrompt = (known: readonly Presence[]): ReadonlyMap<string, People> =>
  new Map(known.map((presence) => [presence.promptId, presence.people]));

/** Who has which prompt open now, by prompt; kept live by the stream. */
export function useAllPresence(): ReadonlyMap<string, People> {
  const client = useClient();
  const { data } = useQuery<readonly Presence[], Error, ReadonlyMap<string, People>>({
    queryKey: queryKeys.presence,
    queryFn: async () => (await client.api.listPresence()).items,
    select: byPrompt,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? nobody;
}
