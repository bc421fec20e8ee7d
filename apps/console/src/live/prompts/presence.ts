import type { Presence } from '@countersign/api/prompts/presence';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useClient } from '../session/client-context.tsx';

type People = Presence['people'];
const presenceKey = ['presence'] as const;
const reportEveryMs = 25_000;
/** How long it has to be in view to count as seen: moving past with a held key does not. */
const glanceMs = 1_000;
const nobody: People = [];

/** Who has a prompt open now, from the server's last report. */
export function usePresence(promptId: string): People {
  const client = useClient();
  const cache = useQueryClient();
  useEffect(
    () =>
      client.onPresence((news) =>
        cache.setQueryData<readonly Presence[]>(presenceKey, (known = []) => [
          ...known.filter((each) => each.promptId !== news.promptId),
          ...(news.people.length > 0 ? [news] : []),
        ]),
      ),
    [client, cache],
  );
  // Presence is not sent again after a lost connection.
  useEffect(
    () =>
      client.connection.subscribe(({ status }, before) => {
        if (status !== 'live' || before.status === 'live') return;
        void cache.invalidateQueries({ queryKey: presenceKey });
      }),
    [client, cache],
  );
  const { data } = useQuery<readonly Presence[]>({
    queryKey: presenceKey,
    queryFn: async () => (await client.api.listPresence()).items,
    // Frames received while nothing was open here were not processed.
    staleTime: 0,
  });
  return data?.find((each) => each.promptId === promptId)?.people ?? nobody;
}

/**
 * Reports to the others what this tab does with a prompt, as long as the window is visible; null = nothing. Viewing is reported after
 * a second in a visible window, editing at once.
 */
export function useReportPresence(promptId: string, mode: 'viewing' | 'editing' | null): void {
  const client = useClient();
  /** The prompt that was reported to the server. */
  const reported = useRef<string | null>(null);
  useEffect(() => {
    if (mode === null) return;
    // Presence is a courtesy: a failed report is not shown as an error.
    const notify = (now: 'viewing' | 'editing' | 'gone') =>
      void client.api.reportPresence(promptId, { tab: client.tab, mode: now }).catch(() => {});
    let glance: ReturnType<typeof setTimeout> | undefined;
    const there = () => {
      reported.current = promptId;
      notify(mode);
    };
    const look = () => {
      clearTimeout(glance);
      if (document.visibilityState !== 'visible') {
        if (reported.current === promptId) notify('gone');
        reported.current = null;
      } else if (mode === 'editing' || reported.current === promptId) there();
      else glance = setTimeout(there, glanceMs);
    };
    look();
    const timer = setInterval(look, reportEveryMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(glance);
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [client, promptId, mode]);
  useEffect(
    () => () => {
      if (reported.current !== promptId) return;
      reported.current = null;
      void client.api.reportPresence(promptId, { tab: client.tab, mode: 'gone' }).catch(() => {});
    },
    [client, promptId],
  );
}
