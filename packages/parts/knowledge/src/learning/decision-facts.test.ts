import type { Prompt } from '@countersign/api/prompt';
import { promptWith } from '@countersign/desk/testing/prompt-with';
import type { UpFeedback } from '@countersign/upformat/message';
import { expect, it } from 'vitest';
import { decisionFactOf } from './decision-facts.ts';

const answered = (feedback: UpFeedback, origin: Partial<Prompt['origin']> = {}): Prompt => {
  const prompt = promptWith();
  return {
    ...prompt,
    origin: { ...prompt.origin, ...origin },
    state: 'answered',
    decision: {
      ...{ id: 'd', promptId: prompt.id, digest: '', state: 'acknowledged', feedback },
      by: { kind: 'operator', id: 'ada', name: 'Ada' },
      ...{ recordedAt: 1, releaseAt: null, waitsFor: [], deliveredAt: 1, acknowledgedAt: 1 },
      ...{ attempts: 1, failure: null },
    },
  };
};
const edit: UpFeedback = { type: 'edit', content: { value: { city: 'Leipzig' } } };

it('is what a person answered to an agent', () => {
  expect(decisionFactOf(answered(edit))).toMatchObject({ by: 'ada', decided: { city: 'Leipzig' } });
});

it.each([
  ['mcp', 'elicitation'],
  ['mcp', 'url'],
  ['mcp', 'sampling'],
  ['mcp', 'roots'],
  ['a2a', 'auth-required'],
])('is not what another server asked for this once: %s %s', (protocol, kind) => {
  expect(decisionFactOf(answered(edit, { protocol, kind }))).toBeNull();
});
