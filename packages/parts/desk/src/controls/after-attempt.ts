import type { ControlAnswer } from '@countersign/adapters/protocol/agent-protocol';
import { say } from '@countersign/api/statements';
import type { WrittenStatement } from '@countersign/json/statement';

/** The result of one attempt to send a control to an agent. */
export type Attempt =
  | { kind: 'answered'; answer: ControlAnswer }
  /** It is unknown whether the agent received it. */
  | { kind: 'unreachable'; reason: WrittenStatement }
  /** The agent is unknown by now, or has no such control. */
  | { kind: 'impossible' };

export type AfterAttempt =
  | { kind: 'step'; to: 'delivered' | 'acknowledged' }
  | { kind: 'step'; to: 'failed'; failure: WrittenStatement }
  | { kind: 'again' }
  /** This server is closing: the next one sends it again. */
  | { kind: 'leave' };

/** What happens to a control after an attempt; `isLast` = there will be no other. */
export function afterAttempt(
  attempt: Attempt,
  { agentName, isLast, isClosing }: { agentName: string; isLast: boolean; isClosing: boolean },
): AfterAttempt {
  const failed = (failure: WrittenStatement): AfterAttempt => ({
    kind: 'step',
    to: 'failed',
    failure,
  });
  const later = (problem: WrittenStatement): AfterAttempt => {
    if (isClosing) return { kind: 'leave' };
    return isLast ? failed(problem) : { kind: 'again' };
  };
  if (attempt.kind === 'impossible') return failed(say('control.not-controllable'));
  if (attempt.kind === 'unreachable') {
    return later(say('delivery.unreachable', { agent: agentName, why: attempt.reason }));
  }
  const { answer } = attempt;
  switch (answer.kind) {
    case 'accepted':
      return { kind: 'step', to: 'delivered' };
    case 'acknowledged':
      return { kind: 'step', to: 'acknowledged' };
    case 'refused':
      return failed(say('control.said', { agent: agentName, said: answer.reason }));
    case 'later':
      return later(say('control.said', { agent: agentName, said: answer.reason }));
  }
}
