import type { RelayError, RelayTask } from '@countersign/adapters/relay/neutral';
import type { Prompt } from '@countersign/api/prompt';
import type { HeldCall } from '../approvals.ts';

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
  return { ...base, state: 'submitted', said: [{ kind: 'text', text: held(prompt) }], error: null };
}

function held({ expiresAt }: Prompt): string {
  const text = 'A person decides whether this call is made.';
  // Held by an older release, without a limit.
  if (expiresAt === null) return text;
  return `${text} If nobody has allowed it by ${new Date(expiresAt).toISOString()}, it is refused.`;
}

/** Whether the answer to a held call is the one that it has if nobody answers. */
export const isUnanswered = (decidedBy: string | null): boolean =>
  decidedBy === 'default' || decidedBy === 'escalation';

/** Why the call is not made: none of it is a fault of the caller. */
function verdictOn({ state, decision }: Prompt): RelayError | null {
  if (state === 'expired' || isUnanswered(decision?.by.kind ?? null)) {
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
