import { proofHeader } from '@countersign/api/settings/session';
import { proofKey } from '@countersign/client/session-proof';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import type { Stack } from './stack.ts';

/** The one-time link printed by the server, as an operator reads it in the terminal. */
function printedLink(stack: Stack): string {
  const link = /Sign in: (\S+#code=\S+)/.exec(stack.serverOutput())?.[1];
  if (link === undefined) throw new Error(`no link in:\n${stack.serverOutput()}`);
  return link;
}

const expectSignInPage = async (page: Page) => {
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/sign-in');
};
const expectInbox = async (page: Page) => {
  await expect(page.getByText('Connection: Live')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/inbox');
};

test('the printed link signs in once, its code is removed from the address, and signing out ends the session', async ({
  browser,
  page,
  stack,
}) => {
  const link = printedLink(stack);
  const code = new URL(link).hash.slice('#code='.length);
  await page.goto(link);
  await expectInbox(page);
  expect(page.url()).not.toContain(code);
  expect(await page.evaluate(() => document.cookie)).toBe('');
  expect(
    await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })),
  ).not.toContain(code);
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  const proof = await page.evaluate((key) => localStorage.getItem(key), proofKey);
  expect(proof).toMatch(/^[\w-]{43}$/);

  // Another person finds the link later in the scroll-back of the terminal.
  const other = await browser.newContext();
  const late = await other.newPage();
  await late.goto(link);
  await expect(late.getByRole('alert')).toContainText('This link was used before');
  await expect(late.getByRole('alert')).toContainText('sign in with a token');
  await expectSignInPage(late);
  expect(late.url()).not.toContain(code);
  await late.goto(`${stack.url}/inbox`);
  await expectSignInPage(late);
  await other.close();

  // The first session still works, also after a reload, until it is ended.
  await page.reload();
  await expectInbox(page);
  await page.getByRole('button', { name: /^Operator / }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expectSignInPage(page);
  await page.goto(`${stack.url}/tasks`);
  await expectSignInPage(page);
  await expect(page.getByText('Your session has ended')).toBeHidden();
  const replayed = await fetch(`${stack.url}/api/me`, {
    headers: { cookie: `${cookie?.name}=${cookie?.value}`, [proofHeader]: proof ?? '' },
  });
  expect(replayed.status).toBe(401);
});

test('a wrong token is refused, the right one signs in, and without a session every page shows the sign-in', async ({
  page,
  stack,
}) => {
  for (const path of ['/', '/inbox', '/inbox/some~prompt', '/tasks', '/tasks/some', '/agents']) {
    await page.goto(`${stack.url}${path}`);
    await expectSignInPage(page);
  }
  for (const path of [
    '/api/me',
    '/api/tasks',
    '/api/prompts',
    '/api/agents',
    '/api/stream?tasks=*',
  ]) {
    const response = await fetch(`${stack.url}${path}`);
    expect(response.status, path).toBe(401);
    await response.body?.cancel();
  }
  const token = page.getByLabel('Token');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Paste a token first')).toBeVisible();
  await token.fill('not-the-token-of-anybody');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'Wrong or expired token. Use the link in the terminal or ask your administrator.',
  );
  await expectSignInPage(page);
  await token.fill(stack.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expectInbox(page);

  // A session ended by the server also ends on the page, with a message.
  await page.context().clearCookies();
  await page.reload();
  await expectSignInPage(page);
  await expect(page.getByText('The cookie of your session is gone')).toBeVisible();
});
