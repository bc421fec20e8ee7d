import { quoted } from '@countersign/server/http/problem';
import { expect, it } from 'vitest';
import {
  type FailureContext,
  failed,
  held,
  isNewlyLost,
  joined,
  type Link,
  parted,
  takenUp,
} from './link.ts';

const context: FailureContext = {
  agentName: 'Planner',
  failure: { code: 'closed', said: quoted('It closed the stream.'), status: null },
  hasQueue: false,
  rejoinMs: 60_000,
  insist: null,
  sentOnce: false,
};
const started = (resumable: boolean) => joined(takenUp(null, 0), resumable, 0);
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

it('a lost agent is reported once, and retried until the time limit, measured from the first failure', () => {
  const link = started(true);
  expect(isNewlyLost(link)).toBe(true);
  const steps = failTimes(link, 1_000, 31_000, 61_000, 61_001);
  expect(steps.map(({ next }) => next.kind)).toEqual(['again', 'again', 'again', 'over']);
  expect(steps.map((step) => isNewlyLost(step.link))).toEqual([false, false, false, false]);
});

/** The link of an agent that was lost at 1 s, and joined again at 2 s. */
const back = () => {
  const [lost] = failTimes(started(true), 1_000);
  return joined(lost?.link ?? started(true), true, 2_000);
};

it('an agent that is back with an event has its full time again', () => {
  expect(back()).toMatchObject({ attempts: 1, lostAtMs: 1_000 });
  expect(held(back())).toMatchObject({ attempts: 0, lostAtMs: null });
  expect(failTimes(held(back()), 100_000)[0]?.next.kind).toBe('again');
});

it('so does one whose stream has lasted', () => {
  expect(isNewlyLost(parted(back(), 22_000))).toBe(true);
  expect(isNewlyLost(parted(back(), 21_999))).toBe(false);
});

it('an agent that opens streams and closes them at once is given up like one that is away', () => {
  let link = back();
  const next: string[] = [];
  for (const at of [3_000, 31_000, 61_000, 61_001]) {
    const after = failed(parted(joined(link, true, at - 1), at), at, context);
    next.push(after.next.kind);
    link = after.link;
  }
  expect(next).toEqual(['again', 'again', 'again', 'over']);
  expect(link.attempts).toBe(5);
});

it('an agent that cannot be joined again is lost at once', () => {
  expect(failTimes(started(false), 1_000)[0]?.next).toMatchObject({ kind: 'over', how: 'lost' });
});

it('after a restart the time of an agent counts from the moment its run was resumed', () => {
  const link = takenUp({ resumable: true }, 500);
  expect(isNewlyLost(link)).toBe(true);
  expect(failed(link, 60_500, context).next.kind).toBe('again');
  expect(failed(link, 60_501, context).next.kind).toBe('over');
});
