import type { ControlAnswer } from '@countersign/adapters/protocol/agent-protocol';

/** The result of one attempt to send a control to an agent. */
export type Attempt =
  | { kind: 'answered'; answer: ControlAnswer }
  /** It is unknown whether the agent received it. */
  | { kind: 'unreachable'; reason: string }
  /** The agent is unknown by now, or has no such control. */
  | { kind: 'impossible' };

export type AfterAttempt =
  | { kind: 'step'; to: 'delivered' | 'acknowledged' }
  | { kind: 'step'; to: 'failed'; failure: string }
  | { kind: 'again' }
  /** This server is closing: the next one sends it again. */
  | { kind: 'leave' };

/** What happens to a control after an attempt; `isLast` = there will be no other. */
export function afterAttempt(
  attempt: Attempt,
  { agentName, isLast, isClosing }: { agentName: string; isLast: boolean; isClosing: boolean },
): AfterAttempt {
  const failed = (failure: string): AfterAttempt => ({ kind: 'step', to: 'failed', failure });
  const later = (problem: string): AfterAttempt => {
    if (isClosing) return { kind: 'leave' };
    return isLast ? failed(problem) : { kind: 'again' };
  };
  if (attempt.kind === 'impossible') return failed('The agent cannot be controlled any more.');
  if (attempt.kind === 'unreachable') {
    return later(`${agentName} could not be reached. ${attempt.reason}`);
  }
  const { answer } = attempt;
  switch (answer.kind) {
    case 'heard':
      return { kind: 'step', to: 'delivered' };
    case 'acknowledged':
      return { kind: 'step', to: 'acknowledged' };
    case 'refused':
      return failed(`${agentName}: ${answer.reason}`);
    case 'later':
      return later(`${agentName}: ${answer.reason}`);
  }
}
