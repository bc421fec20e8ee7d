import { say } from '@countersign/api/statements';
import type { WrittenStatement } from '@countersign/json/statement';
import type { Awaitable } from '@countersign/server/store/awaitable';
import type { RunRow } from '../rows/runs.ts';

/** What happens to a run that was active when the last server ended. */
export type AfterRestart = { kind: 'connect' } | { kind: 'lost'; said: WrittenStatement };

/** `agentKnowsRuns`: whether the agent recognises a run that it is sent again. */
export async function afterRestart(
  { contacted, resumable, posted }: RunRow,
  agentKnowsRuns: () => Awaitable<boolean>,
): Promise<AfterRestart> {
  if (contacted === 1) {
    return resumable === 1 ? { kind: 'connect' } : lost(say('run.restart-lost'));
  }
  const mayBePosted = posted === 0 || (await agentKnowsRuns());
  return mayBePosted ? { kind: 'connect' } : lost(say('run.restart-unknown'));
}

const lost = (said: WrittenStatement): AfterRestart => ({ kind: 'lost', said });
