import { upFormatOrigin } from '@countersign/api/origin';
import type { Escalation, Prompt } from '@countersign/api/prompt';

/** An open prompt without special properties, for tests; `part` sets some. */
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
    demand: null,
    votes: [],
    signals: [],
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

/** An escalation without steps, for tests; `part` adds some. */
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
