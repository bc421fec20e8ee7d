import { expect, it } from 'vitest';
import { type FailureContext, failed, isNewlyLost, joined, type Link, takenUp } from './link.ts';

const context: FailureContext = {
  agentName: 'Planner',
  failure: { code: 'closed', message: 'It closed the stream.', status: null },
  hasQueue: false,
  rejoinMs: 60_000,
  insist: null,
};
const failTimes = (link: Link, ...atMs: number[]) => {
  const steps: ReturnType<typeof failed>[] = [];
  for (const at of atMs) steps.push(failed(steps.at(-1)?.link ?? link, at, context));
  return steps;
};

it('a start that fails was never lost, and is not tried again where nothing insists', () => {
  const link = takenUp(null, 5);
  expect(isNewlyLost(link)).toBe(false);
  const after = failed(link, 9, context);
  expect(after.next).toMatchObject({ kind: 'over', how: 'failed', code: 'agent-closed' });
  expect(after.link).toMatchObject({ contacted: false, lostAtMs: null, attempts: 1 });
});

it('a start that carries answers is tried as often as requested', () => {
  const insist = { maxAttempts: 2, backoff: { baseMs: 10, capMs: 100 } };
  const first = failed(takenUp(null, 0), 1, { ...context, insist });
  expect(first.next).toEqual({ kind: 'again', backoff: insist.backoff });
  expect(failed(first.link, 2, { ...context, insist }).next.kind).toBe('over');
});

it('a lost agent is reported once, and looked for until its time is over, measured from the first failure', () => {
  const link = joined(true);
  expect(isNewlyLost(link)).toBe(true);
  const steps = failTimes(link, 1_000, 31_000, 61_000, 61_001);
  expect(steps.map(({ next }) => next.kind)).toEqual(['again', 'again', 'again', 'over']);
  expect(steps.map((step) => isNewlyLost(step.link))).toEqual([false, false, false, false]);
});

it('an agent that is back has its full time again', () => {
  const [last] = failTimes(joined(true), 1_000);
  expect(last?.link).toMatchObject({ attempts: 1, lostAtMs: 1_000 });
  const again = failTimes(joined(true), 100_000);
  expect(again[0]?.next.kind).toBe('again');
});

it('an agent that cannot be joined again is lost at once', () => {
  expect(failTimes(joined(false), 1_000)[0]?.next).toMatchObject({ kind: 'over', how: 'lost' });
});

it('after a restart the time of an agent counts from the moment its run was resumed', () => {
  const link = takenUp({ resumable: true }, 500);
  expect(isNewlyLost(link)).toBe(true);
  expect(failed(link, 60_500, context).next.kind).toBe('again');
  expect(failed(link, 60_501, context).next.kind).toBe('over');
});
