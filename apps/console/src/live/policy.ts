import type { ClassPolicy } from '@countersign/api/policy';
import type { Prompt } from '@countersign/api/prompt';
import { useQuery } from '@tanstack/react-query';
import { useClient } from './client-context.tsx';

/** What holds for prompts of this severity now; null until it is known. A prompt keeps the version it was opened under: the server has the last word. */
export function useClassPolicy(severity: Prompt['severity']): ClassPolicy | null {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['policy'],
    queryFn: () => client.api.getPolicy(),
    staleTime: 60_000,
  });
  return data?.classes[severity] ?? null;
}
