import type { CreateTask } from '@countersign/api/task';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { queryKeys } from '../../live/query-keys.ts';
import { useClient } from '../../live/session/client-context.tsx';
import { useKeyedRequest } from '../../live/use-keyed-request.ts';
import { locale } from '../../text/locale.ts';

/** Starts a task in the reader's language and opens it. Repeated after a failure it starts no second one. */
export function useStartTask(): (body: CreateTask) => Promise<void> {
  const client = useClient();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const keyed = useKeyedRequest();
  return async (body) => {
    const { taskId } = await keyed(body, (idempotencyKey) =>
      client.api.createTask({ ...body, language: locale(), idempotencyKey }),
    );
    void cache.invalidateQueries({ queryKey: queryKeys.tasks });
    await navigate({ to: '/tasks/$taskId', params: { taskId } });
  };
}
