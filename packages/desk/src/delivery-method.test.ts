import { expect, it } from 'vitest';
import { type AskedBy, deliveryMethodOf, isDismissable, mayActAlone } from './delivery-method.ts';

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
  expect(isDismissable({ way })).toBe(false);
});

it('lets a prompt be dismissed only if its answer cannot be delivered', () => {
  expect(isDismissable({ way: deliveryMethodOf({ ...asker, agent: null }) })).toBe(true);
  expect(isDismissable({ way: deliveryMethodOf(asker) })).toBe(false);
  expect(isDismissable({ way: null })).toBe(false);
});
