import { upFormatOrigin } from '@countersign/api/origin';
import type { Escalation, Prompt } from '@countersign/api/prompt';

/** An open prompt of no special kind, for tests; `part` says what is special about it. */
export function anyPrompt(id: string, part: Partial<Prompt> = {}): Prompt {
  return {
    id,
    taskId: 't',
    taskTitle: 'Task',
    runId: 'r',
    agentId: 'a',
    agentName: 'Agent',
    relayedFor: null,
    origin: upFormatOrigin,
    source: { id: 'm', reason: null, toolName: null, together: null },
    classKey: 'c',
    blocking: true,
    state: 'open',
    severity: 'minor',
    revision: 1,
    sequence: 1,
    place: 0,
    ask: id,
    message: {
      messageId: id,
      threadId: 't',
      timestamp: '2026-01-01T00:00:00Z',
      state: 'needsHumanDecision',
    },
    digest: 'd',
    openedAt: 1,
    revisedAt: null,
    expiresAt: null,
    extension: null,
    claim: null,
    snooze: null,
    escalation: null,
    seen: null,
    closedAt: null,
    closedReason: null,
    stoppedBy: null,
    decision: null,
    returned: null,
    way: null,
    comments: [],
    commentsAnswer: false,
    ...part,
  };
}

/** What the policy holds for a prompt whose policy holds nothing, for tests; `part` says what it does hold. */
export function anyEscalation(part: Partial<Escalation> = {}): Escalation {
  return {
    policyVersion: 1,
    level: 0,
    steps: [],
    group: null,
    nextAt: null,
    reasonFor: [],
    ...part,
  };
}
