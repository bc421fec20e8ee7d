import type { RelayTask } from '@countersign/adapters/relay/neutral';
import type { Prompt } from '@countersign/api/prompt';
import type { HeldCall } from './approvals.ts';

/** A call that waits for a person, or that a person did not allow, as its caller sees it. */
export function heldTask(
  taskId: string,
  { prompt, call }: { prompt: Prompt; call: HeldCall },
): RelayTask {
  const base = { agent: call.service, taskId, contextId: call.contextId ?? taskId, output: [] };
  const feedback = prompt.decision?.feedback;
  if (prompt.state === 'answered' && feedback?.type === 'reject') {
    const said = feedback.content?.reason ?? '';
    const message = said === '' ? 'A person did not allow this call.' : said;
    return { ...base, state: 'rejected', said: [], error: { code: 'bad-request', message } };
  }
  if (prompt.state === 'withdrawn') return { ...base, state: 'canceled', said: [], error: null };
  if (prompt.state === 'expired') {
    const message = 'Nobody has allowed this call in time.';
    return { ...base, state: 'rejected', said: [], error: { code: 'bad-request', message } };
  }
  const text = 'A person decides whether this call is made.';
  return { ...base, state: 'submitted', said: [{ kind: 'text', text }], error: null };
}
