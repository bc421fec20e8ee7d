import type { Activity } from '@countersign/api/settings/activity';
import { useQuery } from '@tanstack/react-query';
import { useClient } from './session/client-context.tsx';

const SLICE_MS = 30_000;

/** Events of the last half hour of a task by 30 s, read again as time moves on. Null until known. */
export function useActivity(taskId: string): Activity | null {
  const client = useClient();
  return (
    useQuery({
      queryKey: ['activity', taskId],
      queryFn: ({ signal }) =>
        client.api.getActivity(taskId, { sliceMs: SLICE_MS, slices: 60 }, signal),
      refetchInterval: SLICE_MS,
      staleTime: SLICE_MS / 2,
    }).data ?? null
  );
}
