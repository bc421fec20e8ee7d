import { type Prompt, promptSchema } from '@countersign/api/prompt';

/** A prompt to test rules with, with members changed by the test. */
export const promptWith = (more: Partial<Prompt> = {}): Prompt => ({
  ...promptSchema.parse({
    id: 'p',
    taskId: 't',
    taskTitle: 'Hire a sculptor',
    runId: 'run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
    agentId: 'hiring',
    agentName: 'Hiring',
    relayedFor: 'recommender',
    origin: 'interrupt',
    source: { id: 'i', reason: null, toolName: 'sendEmail', together: null },
    classKey: 'c1',
    blocking: true,
    state: 'open',
    severity: 'minor',
    revision: 1,
    sequence: 1,
    ask: 'Send it?',
    message: {
      messageId: 'call_Yk3vQ8mWzR1nT6bLx0Pd2fHs',
      threadId: 't',
      timestamp: '2026-01-01T00:00:00Z',
      state: 'needsHumanDecision',
      payload: { cost: 30 },
      upPrompt: { effect: 'One e-mail' },
    },
    digest: 'd',
    openedAt: 0,
    revisedAt: null,
    expiresAt: null,
    closedAt: null,
    closedReason: null,
    decision: null,
  }),
  ...more,
});
