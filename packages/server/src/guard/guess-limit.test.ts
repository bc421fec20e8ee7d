import { adminToken, type Harness, startHarness } from '@countersign/bff/testing/harness';
import { createManualClock } from '@countersign/bff/testing/manual-clock';
import { afterEach, expect, it } from 'vitest';
import { guessed } from './guard.ts';
import { createGuessLimit } from './guess-limit.ts';

let harness: Harness;
afterEach(() => harness?.close());

const ask = (authorization: string, remoteAddress = '127.0.0.1') =>
  harness.app
    .inject({ url: '/api/me', headers: { host: '127.0.0.1', authorization }, remoteAddress })
    .then(({ statusCode }) => statusCode);
const guessUntilRefused = async (address?: string) => {
  for (let guess = 0; guess < 200; guess += 1) {
    if ((await ask(`Bearer guess-number-${guess}`, address)) === 429) return guess;
  }
  return null;
};

it('refuses guesses of one address unread, and does not lock out others', async () => {
  const clock = createManualClock();
  harness = await startHarness({ clock });
  const session = await harness.signIn({ token: adminToken });
  expect(await guessUntilRefused('127.0.0.9')).toBe(30);
  // A right one is not checked either, or there would be no limit.
  expect(await ask(`Bearer ${adminToken}`, '127.0.0.9')).toBe(429);
  expect(await ask(`Bearer ${adminToken}`, '127.0.0.8')).toBe(200);
  // From the same address: a session, and a token that was right from there before.
  expect(await guessUntilRefused()).toBe(30);
  expect(await ask(`Bearer ${adminToken}`)).toBe(200);
  const me = await harness.app.inject({
    url: '/api/me',
    headers: { host: '127.0.0.1', ...session },
  });
  expect(me.statusCode).toBe(200);
  clock.advance(2_000);
  expect(await ask('Bearer one-more-guess', '127.0.0.9')).toBe(401);
  expect(await ask('Bearer one-more-guess', '127.0.0.9')).toBe(429);
  clock.advance(2_000);
  expect(await ask(`Bearer ${adminToken}`, '127.0.0.9')).toBe(200);
  expect(await ask(`Bearer ${adminToken}`, '127.0.0.9')).toBe(200);
});

it('counts guesses at the sign-in equally', async () => {
  harness = await startHarness({ clock: createManualClock() });
  const statuses = new Set<number>();
  for (let guess = 0; guess < 40; guess += 1) {
    const body = guess % 2 === 0 ? { token: `guess-${guess}` } : { code: `guess-${guess}` };
    statuses.add(
      (await harness.request('POST', '/api/session', body, { authorization: '' })).status,
    );
  }
  expect([...statuses]).toEqual([401, 429]);
});

it('counts guesses that are sent at once, while the store still looks them up', async () => {
  const guesses = createGuessLimit(createManualClock());
  const request = { ip: '127.0.0.9' };
  let answer = () => {};
  const answered = new Promise<null>((resolve) => {
    answer = () => resolve(null);
  });
  let looked = 0;
  const look = () => {
    looked += 1;
    return answered;
  };
  const all = Array.from({ length: 100 }, (_, guess) =>
    guessed(request, { guesses, secret: `guess-${guess}` }, look),
  );
  answer();
  const ends = await Promise.allSettled(all);
  expect(looked).toBe(30);
  expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(70);
});

it('a secret that is sent many times at once is looked up each time', async () => {
  const guesses = createGuessLimit(createManualClock());
  const all = Array.from({ length: 100 }, () =>
    guessed({ ip: '127.0.0.9' }, { guesses, secret: 'right' }, async () => 'ann'),
  );
  expect(new Set(await Promise.all(all))).toEqual(new Set(['ann']));
});

it('counts no guess that the store could not look up, or that was right', async () => {
  const guesses = createGuessLimit(createManualClock());
  const guess = (secret: string, look: () => Promise<string | null>) =>
    guessed({ ip: '127.0.0.9' }, { guesses, secret }, look);
  for (let turn = 0; turn < 40; turn += 1) {
    const away = guess(`away-${turn}`, () => Promise.reject(new Error('store away')));
    await expect(away).rejects.toThrow('store away');
    await expect(guess(`right-${turn}`, async () => 'ann')).resolves.toBe('ann');
  }
});

it('reports when the next may be tried, at the sign-in and for a bearer token', async () => {
  const clock = createManualClock();
  harness = await startHarness({ clock });
  expect(await guessUntilRefused()).toBe(30);
  clock.advance(500);
  const bearer = await harness.request('GET', '/api/me', undefined, {
    authorization: 'Bearer guess-of-nobody',
  });
  expect([bearer.status, bearer.headers['retry-after']]).toEqual([429, '2']);
  clock.advance(500);
  const body = { token: 'guess-of-nobody' };
  const signIn = await harness.request('POST', '/api/session', body, { authorization: '' });
  expect([signIn.status, signIn.headers['retry-after']]).toEqual([429, '1']);
  clock.advance(1_000);
  const next = await harness.request('POST', '/api/session', body, { authorization: '' });
  expect([next.status, next.headers['retry-after']]).toEqual([401, undefined]);
});

it.each(['Bearer ', 'Bearer \u00a0', 'Bearer', 'Bearer  ', 'Basic x'])(
  '%j is no token, not even of a server whose own is empty',
  async (authorization) => {
    harness = await startHarness({ token: '' });
    expect(await ask(authorization)).toBe(401);
    expect((await harness.request('POST', '/api/session', { token: ' ' })).status).toBe(401);
  },
);
