import type { RunRow } from '../records/run-row.ts';

/** What becomes of a run that was going on when the last server ended. */
export type AfterRestart = { kind: 'connect' } | { kind: 'lost'; message: string };

/** `agentKnowsRuns`: the agent, when it was last there, knew a run again that it was asked for twice. */
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
  // A run that brings answers leaves at least once.
  const mayBePosted = posted === 0 || carries !== null || agentKnowsRuns();
  return mayBePosted
    ? { kind: 'connect' }
    : lost(
        'The server was restarted while it started this run. Whether the agent has begun is not known, so it is not started a second time.',
      );
}

const lost = (message: string): AfterRestart => ({ kind: 'lost', message });
