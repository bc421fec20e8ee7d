import type { RunRow } from '../records/run-row.ts';

/** What happens to a run that was active when the last server ended. */
export type AfterRestart = { kind: 'connect' } | { kind: 'lost'; message: string };

/** `agentKnowsRuns`: whether the agent recognized a repeated run at its last contact. */
export function afterRestart(
  { contacted, resumable, posted, carries }: RunRow,
  agentKnowsRuns: () => boolean,
): AfterRestart {
  if (contacted === 1) {
    return resumable === 1
      ? { kind: 'connect' }
      : lost(
          'The server was restarted while this run was going on, and the agent cannot be joined again.',
        );
  }
  // A run that brings answers is sent at least once.
  const mayBePosted = posted === 0 || carries !== null || agentKnowsRuns();
  return mayBePosted
    ? { kind: 'connect' }
    : lost(
        'The server was restarted while it started this run. Whether the agent has begun is not known, so it is not started a second time.',
      );
}

const lost = (message: string): AfterRestart => ({ kind: 'lost', message });
