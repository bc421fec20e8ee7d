import type { AffordanceCallView } from '@countersign/api/affordance-call';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useThrottled } from '../ui/use-throttled.ts';
import { useClient } from './client-context.tsx';
import { problemOf } from './problem-text.ts';

/** What agents are offered changes without an event: what is shown is read again. */
const freshMs = 5_000;
export const environmentKey = ['environment'] as const;

export function useArtifacts() {
  const client = useClient();
  return useQuery({
    queryKey: [...environmentKey, 'artifacts'],
    queryFn: async ({ signal }) =>
      (await client.api.call('GET /api/environment/artifacts', { signal })).items,
    refetchInterval: freshMs,
  });
}

export function useProfiles() {
  const client = useClient();
  return useQuery({
    queryKey: [...environmentKey, 'profiles'],
    queryFn: async ({ signal }) =>
      (await client.api.call('GET /api/environment/profiles', { signal })).items,
    refetchInterval: freshMs,
  });
}

/** All signifiers, ranked: for a profile, or for a context that is tried. */
export function useSignifiers(asked: { profile: string } | { context: string }) {
  const client = useClient();
  const calm = useThrottled(JSON.stringify(asked), 400);
  return useQuery({
    queryKey: [...environmentKey, 'signifiers', calm],
    async queryFn({ signal }) {
      const one: typeof asked = JSON.parse(calm);
      if ('profile' in one) {
        return client.api.call('GET /api/environment/signifiers', { query: one, signal });
      }
      const body = { context: one.context, abilities: [] };
      return client.api.call('POST /api/environment/selection', { body, signal });
    },
    refetchInterval: freshMs,
    placeholderData: keepPreviousData,
  });
}

/** An agent whose context selectors are compared for. */
export interface ComparedAgent {
  context: string;
  abilities?: readonly string[];
  services?: readonly string[] | null;
}

/** What fewer and more means would recommend for a context. */
export function useComparison({ context, abilities = [], services = null }: ComparedAgent) {
  const client = useClient();
  const calm = useThrottled(JSON.stringify({ context, abilities, services }), 400);
  return useQuery({
    queryKey: [...environmentKey, 'comparison', calm],
    queryFn: ({ signal }) =>
      client.api.call('POST /api/environment/comparison', { body: JSON.parse(calm), signal }),
    placeholderData: keepPreviousData,
  });
}

/** What a call with these arguments would send. */
export function useCallPreview(id: string, args: unknown) {
  const client = useClient();
  const calm = useThrottled(JSON.stringify(args ?? null), 400);
  return useQuery({
    queryKey: [...environmentKey, 'preview', id, calm],
    queryFn: async ({ signal }) => ({
      of: calm,
      preview: await client.api.call('POST /api/environment/signifiers/:id/preview', {
        ...{ params: { id }, body: { arguments: JSON.parse(calm) }, signal },
      }),
    }),
    placeholderData: keepPreviousData,
  });
}

/** A call until it is over; null = none is made. */
export function useCall(call: AffordanceCallView | null) {
  const client = useClient();
  const id = call?.callId ?? '';
  return useQuery({
    queryKey: [...environmentKey, 'call', id],
    queryFn: ({ signal }) =>
      client.api.call('GET /api/environment/calls/:id', {
        ...{ params: { id }, query: { waitMs: 20_000 }, signal },
      }),
    enabled: call !== null,
    ...(call === null ? {} : { placeholderData: call }),
    // What could not be read yet may still wait: only an answer ends the asking.
    refetchInterval: ({ state: { data, error } }) =>
      (data !== undefined && data.state !== 'waiting') || problemOf(error)?.status === 404
        ? false
        : 1_000,
  });
}

/** A service with its signifiers, read once: what a person approves does not change while they look at it. */
export function useSeenArtifact(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['environment-seen', id],
    queryFn: ({ signal }) =>
      client.api.call('GET /api/environment/artifacts/:id', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** What happened for a profile; null = none is chosen. */
export function useTrail(profile: string | null) {
  const client = useClient();
  return useQuery({
    queryKey: [...environmentKey, 'trail', profile],
    queryFn: async ({ signal }) =>
      (
        await client.api.call('GET /api/environment/profile/:id/trail', {
          ...{ params: { id: profile ?? '' }, signal },
        })
      ).items,
    enabled: profile !== null,
    refetchInterval: freshMs,
  });
}

/** What people have allowed for tasks that are open. */
export function useGrants() {
  const client = useClient();
  return useQuery({
    queryKey: [...environmentKey, 'grants'],
    queryFn: async ({ signal }) =>
      (await client.api.call('GET /api/environment/grants', { signal })).items,
    refetchInterval: freshMs,
  });
}
