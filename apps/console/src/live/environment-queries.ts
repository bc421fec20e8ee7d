import type { AffordanceCallView } from '@countersign/api/affordance-call';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useThrottled } from '../ui/hooks/use-throttled.ts';
import { problemOf } from './problem-text.ts';
import { useClient } from './session/client-context.tsx';
import { routeQuery, useRoute } from './use-route.ts';

/** All signifiers, ranked: for a profile, or for a context that is tried. */
export function useSignifiers(asked: { profile: string } | { context: string }) {
  const { call } = useClient().api;
  const one: typeof asked = JSON.parse(useThrottled(JSON.stringify(asked), 400));
  const options = { refetchInterval: 5_000, placeholderData: keepPreviousData };
  return useQuery(
    'profile' in one
      ? { ...routeQuery(call, 'GET /api/environment/signifiers', { query: one }), ...options }
      : {
          ...routeQuery(call, 'POST /api/environment/selection', {
            body: { context: one.context, abilities: [] },
          }),
          ...options,
        },
  );
}

/** An agent whose context selectors are compared for. */
export interface ComparedAgent {
  context: string;
  abilities?: readonly string[];
  services?: readonly string[] | null;
}

/** What fewer and more means would recommend for a context. */
export function useComparison({ context, abilities = [], services = null }: ComparedAgent) {
  const calm = useThrottled(JSON.stringify({ context, abilities, services }), 400);
  return useRoute(
    'POST /api/environment/comparison',
    { body: JSON.parse(calm) },
    { placeholderData: keepPreviousData },
  );
}

/** What a call with these arguments would send. */
export function useCallPreview(id: string, args: unknown) {
  const { api } = useClient();
  const calm = useThrottled(JSON.stringify(args ?? null), 400);
  return useQuery({
    // Beside the preview: what it is of.
    queryKey: ['/api/environment/signifiers/:id/preview', id, calm],
    queryFn: async ({ signal }) => ({
      of: calm,
      preview: await api.call('POST /api/environment/signifiers/:id/preview', {
        ...{ params: { id }, body: { arguments: JSON.parse(calm) }, signal },
      }),
    }),
    placeholderData: keepPreviousData,
  });
}

/** A call until it is over; null = none is made. */
export function useCall(call: AffordanceCallView | null) {
  return useRoute(
    'GET /api/environment/calls/:id',
    { params: { id: call?.callId ?? '' }, query: { waitMs: 20_000 } },
    {
      enabled: call !== null,
      ...(call === null ? {} : { placeholderData: call }),
      // What could not be read yet may still wait: only an answer ends the asking.
      refetchInterval: ({ state: { data, error } }) =>
        (data !== undefined && data.state !== 'waiting') || problemOf(error)?.status === 404
          ? false
          : 1_000,
    },
  );
}

/** A service with its signifiers, read once: what a person approves does not change while they look at it. */
export function useSeenArtifact(id: string) {
  const { api } = useClient();
  return useQuery({
    queryKey: ['environment-seen', id],
    queryFn: ({ signal }) =>
      api.call('GET /api/environment/artifacts/:id', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
