import type { Decision } from '@countersign/api/prompt';
import { expect, it } from 'vitest';
import {
  type AskedBy,
  deliveryMethodOf,
  isDismissable,
  isUnanswerable,
  mayActAlone,
} from './delivery-method.ts';

const asker: AskedBy = {
  answeredBy: 'message',
  runStatus: 'running',
  runEnded: null,
  agent: { takesFeedback: true },
};

it.each<[string, Partial<AskedBy>, ReturnType<typeof deliveryMethodOf>]>([
  ['an open run that hears', {}, { by: 'feedback', run: 'open' }],
  ['an agent without ears', { agent: { takesFeedback: false } }, { by: 'run', run: 'open' }],
  ['words that are not UpFormat’s', { answeredBy: 'resume' }, { by: 'run', run: 'open' }],
  ['a run that is over', { runEnded: 5, runStatus: 'finished' }, { by: 'run', run: 'finished' }],
  ['a run that has failed', { runEnded: 5, runStatus: 'failed' }, { by: 'run', run: 'failed' }],
  ['a run that was cut off', { runEnded: 5, runStatus: 'cut-off' }, { by: 'run', run: 'stopped' }],
  ['a run nobody knows', { runStatus: null }, { by: 'run', run: 'lost' }],
  ['an agent that has left', { agent: null }, { by: 'none', run: 'open' }],
])('leads to %s', (_name, part, way) => {
  expect(deliveryMethodOf({ ...asker, ...part })).toEqual(way);
});

it('lets the server answer automatically if no run failed or was stopped', () => {
  const alone = (runStatus: string, agent: AskedBy['agent'] = asker.agent) =>
    mayActAlone({ way: deliveryMethodOf({ ...asker, runEnded: 5, runStatus, agent }) });
  expect(mayActAlone({ way: null })).toBe(true);
  expect(['finished', 'lost', 'failed', 'stopped'].map((status) => alone(status))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(alone('finished', null)).toBe(false);
});

it('of a question without a run leads to the asker, who can always be sent a default', () => {
  const way = deliveryMethodOf({
    answeredBy: 'asker',
    runStatus: null,
    runEnded: null,
    agent: null,
  });
  expect(way).toEqual({ by: 'asker', run: null });
  expect(mayActAlone({ way })).toBe(true);
  expect(isDismissable({ way, returned: null })).toBe(false);
});

it('lets a prompt be dismissed if an answer cannot be delivered, or came back', () => {
  const returned = null;
  const gone = { way: deliveryMethodOf({ ...asker, agent: null }), returned };
  expect([isDismissable(gone), isUnanswerable(gone)]).toEqual([true, true]);
  expect(isDismissable({ way: deliveryMethodOf(asker), returned })).toBe(false);
  expect(isDismissable({ way: null, returned })).toBe(false);
  const refused = { way: deliveryMethodOf(asker), returned: answerOf('refused') };
  expect([isDismissable(refused), isUnanswerable(refused)]).toEqual([true, false]);
});

const answerOf = (state: Decision['state']): Decision => ({
  id: 'decision-3f2b6c1e',
  promptId: 'prompt-7c9e6679',
  by: { kind: 'operator', id: 'lea', name: 'Lea' },
  feedback: { type: 'approve' },
  digest: '',
  state,
  recordedAt: 0,
  releaseAt: null,
  waitsFor: [],
  deliveredAt: null,
  acknowledgedAt: null,
  attempts: 1,
  failure: 'The agent refused it: no',
});
