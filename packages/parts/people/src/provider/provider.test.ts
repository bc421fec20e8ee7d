import { type Harness, startHarness } from '@countersign/bff/testing/harness';
import { createManualClock, type ManualClock } from '@countersign/bff/testing/manual-clock';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createBrowser,
  type IdentityProvider,
  startIdentityProvider,
} from '../testing/identity-provider.ts';

let harness: Harness;
let idp: IdentityProvider;
let clock: ManualClock;
let url = '';
let redirect = 'http://127.0.0.1:1/sign-in/provider';

async function start(more: { isOnlyWay?: boolean } = {}) {
  clock = createManualClock(Date.now());
  idp = await startIdentityProvider(() => redirect);
  harness = await startHarness({
    clock,
    provider: {
      ...{ issuer: idp.issuer, clientId: 'console', clientSecret: 'a-secret-of-the-tests' },
      ...{ name: 'Northgate', groupsClaim: 'groups', isOnlyWay: false },
      scope: 'openid profile groups offline_access',
      ...more,
    },
  });
  url = await harness.listen();
  redirect = `${url}/sign-in/provider`;
  // Its client is registered with the port of this server.
  await idp.rotate();
  idp.people.set('amina', { name: 'Amina', groups: ['fin-1'] });
}
const addGroup = (id: string, claim: string, role: string) =>
  harness.request('POST', '/api/groups', { id, name: id, claim, role });

beforeEach(() => {
  redirect = 'http://127.0.0.1:1/sign-in/provider';
});
afterEach(async () => {
  await harness?.close();
  await idp?.close();
});

type Browser = ReturnType<typeof createBrowser>;
const begin = async (browser: Browser) => {
  const { status, text } = await browser.go(`${url}/api/sign-in/provider`, { method: 'POST' });
  return { status, url: JSON.parse(text).url as string };
};
const reasonIn = (address: string) =>
  new URLSearchParams(new URL(address).hash.slice(1)).get('refused');
const codeIn = (address: string) =>
  new URLSearchParams(new URL(address).hash.slice(1)).get('code') ?? '';
const open = async (browser: Browser, code: string) => {
  const { status, text } = await browser.go(`${url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  return { status, body: JSON.parse(text) };
};
/** The whole way, from the button to the session. */
async function signIn(login = 'amina', browser = createBrowser()) {
  const back = await browser.passForms((await begin(browser)).url, login);
  const session = await open(browser, codeIn(back));
  const me = () =>
    browser.go(`${url}/api/me`, { headers: { 'countersign-proof': session.body.proof } });
  return { browser, back, session, me };
}
/** A minute passes, in steps between which the server does what is due. */
async function aMinute() {
  for (let step = 0; step < 6; step += 1) {
    clock.advance(10_000);
    await harness.request('GET', '/api/groups');
  }
}
const actions = async () =>
  (await harness.request('GET', '/api/audit')).body.items.map(
    ({ action }: { action: string }) => action,
  );

it('signs in with the role and the groups that the provider gives, and follows them', async () => {
  await start();
  await addGroup('finance', 'fin-1', 'operator');
  await addGroup('leads', 'lead-1', 'admin');
  const first = await signIn();
  expect(first.session.body).toMatchObject({
    ...{ id: 'amina', name: 'Amina', role: 'operator', groups: ['finance'] },
  });
  const [session] = await harness.services.auth.sessions('amina');
  expect(session?.via).toBe('provider');
  // Its group changes there: the next check gives another role here, without signing in.
  idp.people.set('amina', { name: 'Amina', groups: ['fin-1', 'lead-1'] });
  await aMinute();
  await expect.poll(async () => JSON.parse((await first.me()).text).role).toBe('admin');
  expect((await signIn()).session.body).toMatchObject({ id: 'amina', role: 'admin' });
});

it('gives no role to who is in no group with one, and takes over no operator by name', async () => {
  await start();
  expect(reasonIn((await signIn()).back)).toBe('no-role');
  await harness.request('POST', '/api/operators', { id: 'amina', name: 'A', role: 'admin' });
  await addGroup('finance', 'fin-1', 'viewer');
  expect((await signIn()).session.body).toMatchObject({ id: 'amina-2', role: 'viewer' });
});

it('refuses another browser, a forged state, a callback that is repeated, and a code used twice', async () => {
  await start();
  await addGroup('finance', 'fin-1', 'operator');
  const browser = createBrowser();
  const begun = await begin(browser);
  const state = new URL(begun.url).searchParams.get('state');
  const iss = encodeURIComponent(idp.issuer);
  const forged = `${url}/sign-in/provider?code=abc&state=other&iss=${iss}`;
  expect(reasonIn((await browser.go(forged)).url)).toBe('refused');
  const stranger = `${url}/sign-in/provider?code=abc&state=${state}&iss=${iss}`;
  expect(reasonIn((await createBrowser().go(stranger)).url)).toBe('refused');
  // That state was used up by it.
  expect(reasonIn(await browser.passForms(begun.url, 'amina'))).toBe('refused');
  const done = await signIn();
  expect(done.session.status).toBe(200);
  expect((await open(done.browser, codeIn(done.back))).status).toBe(401);
  const other = createBrowser();
  const back = await other.passForms((await begin(other)).url, 'amina');
  expect((await open(createBrowser(), codeIn(back))).status).toBe(401);
});

it('refuses the nonce of another sign-in', async () => {
  await start();
  await addGroup('finance', 'fin-1', 'operator');
  const browser = createBrowser();
  const begun = new URL((await begin(browser)).url);
  begun.searchParams.set('nonce', 'of-another');
  expect(reasonIn(await browser.passForms(begun.href, 'amina'))).toBe('refused');
});

it('takes a new key of the provider', async () => {
  await start();
  await addGroup('finance', 'fin-1', 'operator');
  expect((await signIn()).session.status).toBe(200);
  await idp.rotate();
  expect((await signIn()).session.status).toBe(200);
});

it('ends the session within a minute of the removal there', async () => {
  await start();
  await addGroup('finance', 'fin-1', 'operator');
  const { me } = await signIn();
  idp.people.delete('amina');
  await aMinute();
  await expect.poll(async () => (await me()).status).toBe(401);
  expect(await actions()).toContain('session:end');
});

it('keeps sessions while the provider is away, says so, and takes the token, which is recorded', async () => {
  await start();
  await addGroup('finance', 'fin-1', 'operator');
  const { me } = await signIn();
  await idp.away();
  await aMinute();
  const offer = async () => JSON.parse((await createBrowser().go(`${url}/api/sign-in`)).text);
  await expect
    .poll(offer)
    .toEqual({ provider: { name: 'Northgate', isThere: false }, token: true });
  expect((await me()).status).toBe(200);
  expect((await harness.signIn({ code: 'one-time-code' })).cookie).toBeTruthy();
  expect(await actions()).toContain('break-glass');
});

it('refuses the token of the server when that is switched off', async () => {
  await start({ isOnlyWay: true });
  expect((await harness.request('GET', '/api/me')).status).toBe(401);
  const byLink = await harness.request('POST', '/api/session', { code: 'one-time-code' });
  expect(byLink.status).toBe(401);
});
