import type { PromptRow } from '@countersign/api/prompt-row';
import { useMemo } from 'react';
import { useQueueCounts } from '../../live/prompts/queue-counts.ts';
import { usePrompts } from '../../live/prompts/queue-pages.ts';
import { useMe } from '../../live/queries.ts';
import { useClient } from '../../live/session/client-context.tsx';
import { unseenOf } from './unseen.ts';

const none: readonly PromptRow[] = [];

/** The unseen questions waiting for this operator. The end of leases and snoozes is received as facts, so no clock runs here. */
export function useUnseen(): readonly PromptRow[] {
  const client = useClient();
  const prompts = usePrompts().data ?? none;
  const me = useMe().data;
  return useMemo(
    () => (me === undefined ? none : unseenOf(prompts, me, client.serverNow())),
    [client, prompts, me],
  );
}

/** How many those are, also where not all rows are here. */
export function useUnseenCount(): number {
  const { pages } = usePrompts();
  const here = useUnseen().length;
  return useQueueCounts(pages.hasMore)?.unseen ?? here;
}
