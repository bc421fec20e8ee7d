import type { RunRow } from '../records/run-row.ts';
import type { Awaitable } from '../store/awaitable.ts';

/** What happens to a run that was active when the last server ended. */
export type AfterRestart = { kind: 'connect' } | { kind: 'lost'; message: string };

/**
 * `startsOnce`: the protocol's agents recognize no repeated run. `agentKnowsRuns`: whether, in another protocol, the agent did at its
 * last contact.
 */
export async function afterRestart(
  { contacted, resumable, posted, carries }: RunRow,
  { startsOnce, agentKnowsRuns }: { startsOnce: boolean; agentKnowsRuns: () => Awaitable<boolean> },
): Promise<AfterRestart> {
  if (contacted === 1) {
    return resumable === 1
      ? { kind: 'connect' }
      : lost(
          'The server was restarted while this run was going on, and the agent cannot be joined again.',
        );
  }
  // A run that carries answers is sent at least once, to agents that recognize it.
  const mayBePosted =
    posted === 0 || (!startsOnce && (carries !== null || (await agentKnowsRuns())));
  return mayBePosted
    ? { kind: 'connect' }
    : lost(
        'The server was restarted while it started this run. Whether the agent has begun is not known, so it is not started a second time.',
      );
}

const lost = (message: string): AfterRestart => ({ kind: 'lost', message });
