import { say } from '@countersign/api/statements';
import type { WrittenStatement } from '@countersign/json/statement';
import type { Awaitable } from '../store/awaitable.ts';
import type { RunRow } from '../store/runs.ts';

/** What happens to a run that was active when the last server ended. */
export type AfterRestart = { kind: 'connect' } | { kind: 'lost'; said: WrittenStatement };

/**
 * `startsOnce`: the protocol's agents recognize no repeated run. `agentKnowsRuns`: whether, in another protocol, the agent did at its
 * last contact.
 */
export async function afterRestart(
  { contacted, resumable, posted, carries }: RunRow,
  { startsOnce, agentKnowsRuns }: { startsOnce: boolean; agentKnowsRuns: () => Awaitable<boolean> },
): Promise<AfterRestart> {
  if (contacted === 1) {
    return resumable === 1 ? { kind: 'connect' } : lost(say('run.restart-lost'));
  }
  // A run that carries answers is sent at least once, to agents that recognize it.
  const mayBePosted =
    posted === 0 || (!startsOnce && (carries !== null || (await agentKnowsRuns())));
  return mayBePosted ? { kind: 'connect' } : lost(say('run.restart-unknown'));
}

const lost = (said: WrittenStatement): AfterRestart => ({ kind: 'lost', said });
