import { type Harness, startHarness } from '@countersign/bff/testing/harness';
import { createManualClock, type ManualClock } from '@countersign/bff/testing/manual-clock';
import { createDatabase, hasPostgres } from '@countersign/bff/testing/postgres';
import { afterEach, describe, expect, it } from 'vitest';
import { createSoftAuthenticator } from '../testing/soft-authenticator.ts';

let harness: Harness;
let clock: ManualClock;
afterEach(() => harness?.close());

const origin = 'http://localhost:4400';
const at = { host: 'localhost:4400' };
type Body = Record<string, unknown>;
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  harness.request('POST', `/api/${path}`, body, { ...at, ...headers });

/** An operator with a passkey, added with the own token. */
async function withPasskey(id = 'ann') {
  const operator = { id, name: id, role: 'operator' };
  const { token } = (await post('operators', operator)).body;
  const as = { authorization: `Bearer ${token}` };
  const key = createSoftAuthenticator('localhost');
  const asked = (await post('passkeys/registration', { secret: token }, as)).body;
  const body = { challenge: asked.challenge, credential: key.create(asked.options, origin) };
  const added = await post('passkeys', { ...body, name: 'Laptop' }, as);
  expect([added.status, added.body.host]).toEqual([201, 'localhost']);
  return { as, key, token, added: added.body };
}

const engines = [
  ['sqlite', async () => ({})],
  ['postgres', async () => ({ databaseUrl: (await createDatabase()).url })],
] as const;

describe.each(engines)('passkeys on %s', (engine, options) => {
  const test = it.skipIf(engine === 'postgres' && !hasPostgres);
  const start = async () => {
    clock = createManualClock();
    harness = await startHarness({ clock, ...(await options()) });
  };

  test('are added with an older one, a token or the code of an administrator, not with a session', async () => {
    await start();
    const { as, key, token, added } = await withPasskey();
    const session = await harness.signIn({ token });
    const browser = { ...session, authorization: '', 'sec-fetch-site': 'same-origin' };
    const guess = await post('passkeys/registration', { secret: 'guess' }, as);
    expect([guess.status, guess.body.type]).toEqual([403, '/problems/passkey-refused']);
    expect((await post('passkeys/registration', {}, as)).status).toBe(400);
    // With the older one, once.
    const asked = (await post('passkeys/confirmation', undefined, as)).body;
    const passkey = { challenge: asked.challenge, credential: key.get(asked.options, origin) };
    expect((await post('passkeys/registration', { passkey }, as)).status).toBe(201);
    expect((await post('passkeys/registration', { passkey }, as)).status).toBe(403);
    // With a code, once, by the operator it is for.
    const code = (await post('operators/ann/passkey-code', undefined)).body.code;
    expect((await post('passkeys/registration', { secret: code }, as)).status).toBe(201);
    expect((await post('passkeys/registration', { secret: code }, as)).status).toBe(403);
    expect((await post('operators/admin/passkey-code', undefined)).status).toBe(404);
    // By its address a server has no passkeys.
    const byAddress = { ...as, host: '127.0.0.1:4400' };
    expect((await post('passkeys/registration', { secret: token }, byAddress)).body).toMatchObject({
      ...{ status: 409, type: '/problems/passkey-host' },
      detail: expect.stringContaining('http://localhost:4400'),
    });
    expect((await post(`passkeys/${added.id}/removal`, { secret: token }, as)).status).toBe(204);
    expect((await harness.request('GET', '/api/passkeys', undefined, as)).body.items).toEqual([]);
    expect(browser['countersign-proof']).toBeDefined();
  });

  test('sign in, each time for a new challenge, by a verified person at this origin', async () => {
    await start();
    const { key } = await withPasskey();
    const nobody = { authorization: '' };
    const ask = async () => (await post('passkeys/sign-in', undefined, nobody)).body;
    const signIn = (challenge: string, credential: object) =>
      post('session', { passkey: { challenge, credential } }, nobody);
    const asked = await ask();
    const credential = key.get(asked.options, origin);
    expect((await signIn(asked.challenge, credential)).body).toMatchObject({ id: 'ann' });
    expect((await signIn(asked.challenge, credential)).status).toBe(401);
    const refused = [
      async () => credential,
      async (next: Body) => key.get(next, 'http://evil.example'),
      async (next: Body) => key.get(next, origin, { isVerified: false }),
      async (next: Body) => key.get(next, origin, { counter: 1 }),
      async (next: Body) => createSoftAuthenticator('localhost').get(next, origin),
    ];
    for (const [index, make] of refused.entries()) {
      const next = await ask();
      const status = (await signIn(next.challenge, await make(next.options))).status;
      expect([index, status]).toEqual([index, 401]);
    }
    const late = await ask();
    clock.advance(2 * 60_000);
    expect(
      (await signIn(late.challenge, key.get(late.options, origin, { counter: 50 }))).status,
    ).toBe(401);
    const sessions = await harness.services.auth.sessions('ann');
    expect(sessions.map(({ via }) => via)).toEqual(['passkey']);
  });

  test('sign exactly one answer to exactly one question, once', async () => {
    await start();
    const { as, key } = await withPasskey();
    const bo = await withPasskey('bo');
    const feedback = { type: 'approve' };
    const digest = 'd'.repeat(64);
    const confirm = async (what: Body = { digest, feedback }) => {
      const asked = (await post('step-ups', what, as)).body;
      const answer = { challenge: asked.challenge, credential: key.get(asked.options, origin) };
      return { asked, answer, status: (await post('step-ups/confirmation', answer, as)).status };
    };
    const kept = () => harness.services.journal.read.all('SELECT * FROM step_ups');
    const { status, answer } = await confirm();
    expect(status).toBe(204);
    // Neither replayed, nor for another person, question or answer.
    expect((await post('step-ups/confirmation', answer, as)).status).toBe(403);
    const row = { operator: 'ann', digest, decision: '{"type":"approve"}', taken: null };
    expect(await kept()).toMatchObject([row]);
    // Signed for "reject", sent for the challenge of "approve".
    const yes = (await post('step-ups', { digest, feedback }, as)).body;
    const no = (await post('step-ups', { digest, feedback: { type: 'reject' } }, as)).body;
    const swapped = { challenge: yes.challenge, credential: key.get(no.options, origin) };
    expect((await post('step-ups/confirmation', swapped, as)).status).toBe(403);
    const lazy = (await post('step-ups', { digest, feedback }, as)).body;
    const unverified = key.get(lazy.options, origin, { isVerified: false });
    const body = { challenge: lazy.challenge, credential: unverified };
    expect((await post('step-ups/confirmation', body, as)).status).toBe(403);
    // The challenge of one is of no use to another.
    const mine = (await post('step-ups', { digest, feedback }, as)).body;
    const theirs = { challenge: mine.challenge, credential: bo.key.get(mine.options, origin) };
    expect((await post('step-ups/confirmation', theirs, bo.as)).status).toBe(403);
    expect(await kept()).toHaveLength(1);
  });
});
