import { quoted } from '@countersign/server/http/problem';
import { describe, expect, it } from 'vitest';
import { afterFailure, type Broken } from './after-failure.ts';

const insist = { maxAttempts: 3, backoff: { baseMs: 1_000, capMs: 60_000 } };
const refusing: Broken = {
  agentName: 'Radio Planner',
  failure: { code: 'refused', said: quoted('It refused the connection.'), status: null },
  attempts: 1,
  lost: false,
  rejoinMs: 300_000,
  insist,
  sentOnce: false,
  hasQueue: false,
};
const answered = (status: number): Broken['failure'] => ({
  code: 'status',
  said: quoted(`It answered ${status}.`),
  status,
});

describe('a start that failed', () => {
  it('is a failure at once where nothing insists, because a person is waiting for it', () => {
    expect(afterFailure({ ...refusing, insist: null })).toMatchObject({
      kind: 'over',
      how: 'failed',
      code: 'agent-refused',
      said: { text: 'Radio Planner could not be started. It refused the connection.' },
    });
  });
  it('is tried again as often as requested, and no more', () => {
    const kinds = [1, 2, 3, 4].map((attempts) => afterFailure({ ...refusing, attempts }).kind);
    expect(kinds).toEqual(['again', 'again', 'over', 'over']);
  });
  it.each([500, 503, 408, 425, 429])('is tried again after %d', (status) => {
    const after = afterFailure({ ...refusing, failure: answered(status) });
    expect(after).toEqual({ kind: 'again', backoff: insist.backoff });
  });
  it.each([400, 401, 404, 409, 422])('is not tried again after %d', (status) => {
    expect(afterFailure({ ...refusing, failure: answered(status) }).kind).toBe('over');
  });
  it('is not tried again at an address that is not called', () => {
    const failure = { ...refusing.failure, code: 'blocked' as const };
    expect(afterFailure({ ...refusing, failure }).kind).toBe('over');
  });
});

describe('a start that failed at an agent that need not recognise it', () => {
  const timeout = { code: 'timeout', said: quoted('It did not answer within 30 s.'), status: null };
  const refused = { ...timeout, code: 'econnrefused' };
  const after = (failure: Broken['failure'], sentOnce = true) =>
    afterFailure({ ...refusing, failure, sentOnce });
  it('is not sent again if it may have arrived, and says so', () => {
    expect(after(timeout)).toMatchObject({
      kind: 'over',
      said: {
        text: 'Radio Planner could not be started. It did not answer within 30 s. Whether it has begun is not known, so the run is not sent a second time.',
      },
    });
    expect(after(timeout, false).kind).toBe('again');
    for (const status of [408, 500, 502, 504]) expect(after(answered(status)).kind).toBe('over');
  });
  it('is sent again if it did not arrive, or was put off', () => {
    expect(after(refused).kind).toBe('again');
    for (const status of [425, 429, 503]) expect(after(answered(status)).kind).toBe('again');
  });
});

describe('a run that was lost', () => {
  const lost: Broken = { ...refusing, insist: null, lost: { resumable: true, forMs: 300_000 } };
  it('is looked for within its time', () => {
    expect(afterFailure(lost).kind).toBe('again');
    const longer = { resumable: true, forMs: 300_001 };
    expect(afterFailure({ ...lost, lost: longer })).toMatchObject({ kind: 'over', how: 'lost' });
  });
  it('is not looked for when it cannot be joined again, and reports that', () => {
    const after = afterFailure({ ...lost, lost: { resumable: false, forMs: 0 } });
    expect(after).toMatchObject({
      code: 'agent-lost',
      said: {
        text: 'Radio Planner was lost. It refused the connection. It cannot be joined again.',
      },
    });
  });
  it('is gone when its agent reports that, and away while its agent fails', () => {
    expect(afterFailure({ ...lost, failure: answered(410) }).kind).toBe('over');
    expect(afterFailure({ ...lost, failure: answered(502) }).kind).toBe('again');
  });
  it('has ended when it is silent because it waits for what only a new run carries', () => {
    const failure = {
      code: 'silent' as const,
      said: quoted('It sent nothing for 5 minutes.'),
      status: null,
    };
    expect(afterFailure({ ...lost, failure }).kind).toBe('again');
    expect(afterFailure({ ...lost, failure, hasQueue: true })).toMatchObject({
      kind: 'over',
      said: {
        text: 'Radio Planner was lost. It sent nothing for 5 minutes. What waits for it is sent with a new run.',
      },
    });
  });
});
