import type { Decision, Prompt } from '@countersign/api/prompt';
import type { Task } from '@countersign/api/task';
import { expect, it } from 'vitest';
import { anyPrompt } from '../../testing/any-prompt.ts';
import { absenceSummary } from './absence-summary.ts';

const by = (kind: Decision['by']['kind'], id: string = kind): Partial<Prompt> => ({
  state: 'answered',
  decision: {
    id: `d-${id}`,
    promptId: 'p',
    by: { kind, id, name: id },
    feedback: { type: 'approve' },
    digest: 'd',
    state: 'acknowledged',
    recordedAt: 5,
    releaseAt: null,
    waitsFor: [],
    deliveredAt: 6,
    acknowledgedAt: 7,
    attempts: 1,
    failure: null,
  },
});
const task = (runStatus: Task['runStatus'], endedAt: number | null): Task => ({
  id: `${runStatus}-${String(endedAt)}`,
  title: 'Task',
  agentId: 'a',
  agentName: 'A',
  agents: ['a'],
  runId: 'r',
  runStatus,
  state: null,
  openPrompts: { blocking: 0, followup: 0 },
  startedAt: 0,
  updatedAt: 0,
  endedAt,
  counts: { events: 0, anomalies: 0 },
  controls: [],
  can: { pause: 'agent', stop: 'agent', message: 'running' },
});
const seen = { at: 1, operator: 'bob', name: 'Bob' };
const snooze = { operator: 'bob', name: 'Bob', at: 1, until: 9, reason: 'later' };

it('counts what others, rules and defaults did, what failed, and what waits now', () =>
  expect(
    absenceSummary({
      meId: 'ann',
      from: 10,
      closed: [
        anyPrompt('mine', by('operator', 'ann')),
        anyPrompt('theirs', by('operator', 'bob')),
        anyPrompt('of a rule', by('rule')),
        anyPrompt('default', by('default')),
        anyPrompt('escalation', { ...by('escalation'), seen }),
        anyPrompt('over', { state: 'expired' }),
        anyPrompt('withdrawn', { state: 'withdrawn' }),
      ],
      open: [
        anyPrompt('waits'),
        anyPrompt('aside', { snooze }),
        anyPrompt('offer', { blocking: false }),
        anyPrompt('closed meanwhile', by('operator', 'bob')),
      ],
      tasks: [task('failed', 11), task('lost', 12), task('failed', 9), task('finished', 12)],
    }),
  ).toEqual({ answered: 2, defaulted: 2, unseen: 1, expired: 1, failed: 2, waiting: 1 }));

it('is null if there were only the operator’s own answers, or no events', () =>
  expect(
    absenceSummary({
      meId: 'ann',
      from: 10,
      closed: [anyPrompt('mine', by('operator', 'ann'))],
      open: [anyPrompt('waits')],
      tasks: [],
    }),
  ).toBeNull());
