import { quoted } from '@countersign/server/http/problem';
import { expect, it } from 'vitest';
import { stepAfterSend, stepBeforeSend } from './delivery-step.ts';
import type { Delivery, DeliveryOutcome } from './lease.ts';

const delivery = (kind: Delivery['kind'], more: Partial<Delivery> = {}): Delivery => ({
  id: 'decision-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
  kind,
  message: {
    messageId: 'm',
    threadId: 'thread-7c9e6679-7425-40de-944b-e07fc1f90ae7',
    timestamp: '2026-11-22T18:00:00Z',
    state: 'submitted',
  },
  attempts: 1,
  isRepeat: false,
  batch: null,
  isQueued: false,
  words: [],
  ends: null,
  run: {
    id: 'run-0f6f5e2a-9b11-4c7b-8a54-3f2b6c1e9d5a',
    threadId: 'thread-7c9e6679-7425-40de-944b-e07fc1f90ae7',
    agentId: 'planner',
    status: 'running',
    ended: false,
  },
  isLate: false,
  ...more,
});
const ended = (status: string, isLate = false) =>
  delivery('decision', { isLate, run: { ...delivery('decision').run, status, ended: true } });

it('sends an answer with a new run if the run has ended, but never after a stop', () => {
  expect(stepBeforeSend(ended('finished')).kind).toBe('carry');
  expect(stepBeforeSend(ended('lost')).kind).toBe('carry');
  expect(stepBeforeSend(ended('stopped'))).toMatchObject({
    kind: 'settle',
    outcome: {
      kind: 'undeliverable',
      reason: { text: 'The run is stopped; nobody receives the answer.' },
    },
  });
});

it('sends an answer after a failure only if its author knew of it', () => {
  expect(stepBeforeSend(ended('failed')).kind).toBe('settle');
  expect(stepBeforeSend(ended('failed', true)).kind).toBe('carry');
});

it('sends the end of a question with a new run to an agent that waits, but never after a stop or a failure', () => {
  const end = (run: Partial<Delivery['run']>) =>
    delivery('end', { ends: 'message', run: { ...delivery('end').run, ...run } });
  expect(stepBeforeSend(end({})).kind).toBe('carry');
  expect(stepBeforeSend(end({ status: 'finished', ended: true })).kind).toBe('carry');
  for (const status of ['failed', 'stopped', 'cut-off'])
    expect(stepBeforeSend(end({ status, ended: true })).kind).toBe('settle');
});

it('starts no run for a notice', () => {
  expect(stepBeforeSend(delivery('notice')).kind).toBe('settle');
});

const refused = (isGone: boolean): DeliveryOutcome => ({
  kind: 'refused',
  reason: quoted('No such run.'),
  isGone,
});
const reported = async (kind: Delivery['kind'], outcome: DeliveryOutcome, hasEnded = false) =>
  (await stepAfterSend(delivery(kind), outcome, () => hasEnded)).kind;

it('sends words that the run does not accept with a new one', async () => {
  expect(await reported('message', refused(false))).toBe('carry');
  expect(await reported('message', { kind: 'undeliverable', reason: quoted('Given up.') })).toBe(
    'carry',
  );
  expect(await reported('message', { kind: 'delivered' })).toBe('settle');
});

it('sends an answer with a new run if its run ended meanwhile, not if it was refused', async () => {
  expect(await reported('decision', refused(true), true)).toBe('carry');
  expect(await reported('decision', refused(true), false)).toBe('settle');
  expect(await reported('decision', refused(false), true)).toBe('settle');
});
