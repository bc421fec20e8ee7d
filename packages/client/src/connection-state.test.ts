import { expect, it } from 'vitest';
import { afterEvent, type ConnectionEvent, idleSince } from './connection-state.ts';

const failure = { type: 'failed', retryAfterMs: 300, refusal: null } as const;
const ready: ConnectionEvent[] = [{ type: 'connect' }, { type: 'accepted' }, { type: 'ready' }];
/** One event every second, from 1,000 on. */
const after = (...events: ConnectionEvent[]) =>
  events.reduce(
    (state, event, index) => afterEvent(state, event, 1_000 * (index + 1)),
    idleSince(0),
  );

it('goes from idle to a live stream', () => {
  expect(after({ type: 'connect' })).toMatchObject({ status: 'connecting', since: 1_000 });
  expect(after(...ready)).toMatchObject({ status: 'live', since: 3_000, attempt: 0, lostAt: null });
});

it('is lost since the first failure, over any number of retries, until it is live', () => {
  const lost = after(...ready, failure, { type: 'connect' }, failure, { type: 'connect' });
  expect(lost).toMatchObject({ status: 'connecting', lostAt: 4_000, attempt: 2, retryAt: null });
  const back = afterEvent(afterEvent(lost, { type: 'accepted' }, 8_000), { type: 'ready' }, 9_000);
  expect(back).toMatchObject({ status: 'live', since: 9_000, lostAt: null, attempt: 0 });
});

it('has the time of the next retry, and the reason of a refusal until it is live', () => {
  const refused = after({ type: 'connect' }, { ...failure, refusal: 'You have 50 streams open.' });
  expect(refused).toMatchObject({ retryAt: 2_300, refusal: 'You have 50 streams open.' });
  const trying = afterEvent(refused, { type: 'connect' }, 3_000);
  expect(trying).toMatchObject({ retryAt: null, refusal: 'You have 50 streams open.' });
  expect(afterEvent(trying, { type: 'ready' }, 4_000).refusal).toBeNull();
});

it('stays live while it is opened again for other tasks', () => {
  const live = after(...ready);
  expect(afterEvent(live, { type: 'connect' }, 9_000)).toBe(live);
  expect(afterEvent(live, { type: 'accepted' }, 9_001)).toBe(live);
});

it('updates the time of the last event once a second', () => {
  const received = afterEvent(after(...ready), { type: 'received' }, 5_000);
  expect(received.lastEventAt).toBe(5_000);
  expect(afterEvent(received, { type: 'received' }, 5_999)).toBe(received);
  expect(afterEvent(received, { type: 'received' }, 6_000).lastEventAt).toBe(6_000);
});

it('has the store’s trouble as reported by the newest stream', () => {
  const damaged = ['events'];
  const troubled = after(...ready, { type: 'store', trouble: null, damaged });
  expect(troubled.storeDamaged).toBe(damaged);
  expect(afterEvent(troubled, { type: 'ready' }, 9_000).storeDamaged).toEqual([]);
});

it('is no longer lost when closed or unauthorized', () => {
  const lost = after(...ready, failure);
  expect(afterEvent(lost, { type: 'closed' }, 9_000)).toMatchObject({ status: 'idle', attempt: 0 });
  expect(afterEvent(lost, { type: 'closed' }, 9_000).lostAt).toBeNull();
  expect(afterEvent(lost, { type: 'unauthorized' }, 9_000).lostAt).toBeNull();
});
