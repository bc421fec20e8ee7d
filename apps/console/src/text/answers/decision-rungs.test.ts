import type { Decision } from '@countersign/api/prompt';
import { say } from '@countersign/api/statements';
import { expect, it } from 'vitest';
import { decisionRungs } from './decision-rungs.ts';

const decision = (part: Partial<Decision>): Decision => ({
  id: 'decision-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
  promptId: 'y5a8vhh2kaersf1sghyxxsmp5m',
  by: { kind: 'operator', id: 'sara', name: 'Sara Okafor' },
  feedback: { type: 'approve' },
  digest: '9f3a',
  state: 'recorded',
  recordedAt: 1,
  releaseAt: null,
  waitsFor: [],
  deliveredAt: null,
  acknowledgedAt: null,
  attempts: 0,
  failure: null,
  ...part,
});

const why = say('delivery.agent-refused', { said: 'not asked' });
const doubt = say('delivery.repeat-refused', { why });
const inDoubt: Partial<Decision> = { failure: doubt.text, failureStatement: doubt.statement };
const delivered: Partial<Decision> = { state: 'delivered', deliveredAt: 2 };

it.each<[string, Partial<Decision>, string]>([
  ['is on its way', {}, 'ok now todo'],
  ['can be recalled', { releaseAt: 9 }, 'ok todo todo'],
  ['waits for other answers', { waitsFor: ['call_Yk3uTq0vJX8m2LrPzN5aW0001'] }, 'ok todo todo'],
  ['waits for the end of a run', { waitsForRun: 'run-3f2b6c1e' }, 'ok todo todo'],
  ['is tried again', { releaseAt: 9, attempts: 2 }, 'ok now todo'],
  ['was delivered', { state: 'delivered', deliveredAt: 2 }, 'ok ok now'],
  ['was acknowledged without a word of its delivery', { state: 'acknowledged' }, 'ok ok ok'],
  ['may have been carried out', { ...delivered, ...inDoubt }, 'ok ok bad'],
  ['left, and may have been carried out', inDoubt, 'ok bad'],
  ['was refused', { state: 'refused', failure: 'too late' }, 'ok bad'],
])('an answer that %s stands so on its ladder, wherever it is shown', (_, part, states) => {
  const rungs = decisionRungs(decision(part));
  expect(rungs.map(({ state }) => state).join(' ')).toBe(states);
});
