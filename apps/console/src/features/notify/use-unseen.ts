import type { Prompt } from '@countersign/api/prompt';
import { useMemo } from 'react';
import { useClient } from '../../live/client-context.tsx';
import { useMe, usePrompts } from '../../live/queries.ts';
import { unseenOf } from './unseen.ts';

const none: readonly Prompt[] = [];

/** What waits for this operator and nobody has looked at. Leases and snoozes that end are told by facts, so no clock runs here. */
export function useUnseen(): readonly Prompt[] {
  const client = useClient();
  const prompts = usePrompts().data ?? none;
  const me = useMe().data;
  return useMemo(
    () => (me === undefined ? none : unseenOf(prompts, me, client.serverNow())),
    [client, prompts, me],
  );
}
