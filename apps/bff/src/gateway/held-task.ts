import type { RelayError, RelayTask } from '@countersign/adapters/relay/neutral';
import type { Prompt } from '@countersign/api/prompt';
import type { HeldCall } from './approvals.ts';

/** A call that waits for a person, or that a person did not allow, as its caller sees it. */
export function heldTask(
  taskId: string,
  { prompt, call }: { prompt: Prompt; call: HeldCall },
): RelayTask {
  const base = {
    ...{ agent: call.service, taskId, contextId: call.contextId ?? taskId, output: [] },
    createdAt: prompt.openedAt,
  };
  const ended = prompt.closedAt === null ? {} : { endedAt: prompt.closedAt };
  const error = verdictOn(prompt);
  if (error !== null) return { ...base, ...ended, state: 'rejected', said: [], error };
  if (prompt.state === 'withdrawn')
    return { ...base, ...ended, state: 'canceled', said: [], error: null };
  const text = 'A person decides whether this call is made.';
  return { ...base, state: 'submitted', said: [{ kind: 'text', text }], error: null };
}

/** Why the call is not made: none of it is a fault of the caller. */
function verdictOn({ state, decision }: Prompt): RelayError | null {
  if (state === 'expired') {
    return { code: 'approval-expired', message: 'Nobody has allowed this call in time.' };
  }
  const feedback = decision?.feedback;
  if (state !== 'answered' || feedback?.type !== 'reject') return null;
  const reason = feedback.content?.reason ?? '';
  return {
    code: 'refused-by-operator',
    message: `A person did not allow this call${reason === '' ? '.' : `: ${reason}`}`,
  };
}
