import { relative } from 'node:path';
import { proofKey } from '@countersign/client/session-proof';
import {
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Page,
  type TestInfo,
} from '@playwright/test';
import { quarantined } from '../scripts/quarantine.mjs';
import { type AxeRules, violationsOf } from './axe.ts';
import { type Stack, type StackOptions, startStack } from './stack.ts';
import { type WarmProcesses, warmProcesses } from './warm-processes.ts';

interface Fixtures {
  /** Leaves out the tests that are in quarantine. */
  leftOut: undefined;
  stackOptions: StackOptions;
  /** Whether the operator's browser loads further screens when idle; otherwise it is set to save data. */
  fetchesAhead: boolean;
  stack: Stack;
  /** A page whose operator (the administrator) is signed in. */
  console: Page;
}

/**
 * Signs an operator in for every page of a browser context, as the sign-in page would: with cookie and proof. No page is
 * opened for that: the proof is written to the storage of the origin before its first page runs, and only then.
 */
export async function signIn(
  context: BrowserContext,
  stack: Pick<Stack, 'url' | 'token'>,
  token = stack.token,
) {
  const answer = await context.request.post(`${stack.url}/api/session`, { data: { token } });
  expect(answer.status()).toBe(200);
  const { proof } = (await answer.json()) as { proof: string };
  await context.addInitScript(
    ({ origin, key, proof }) => {
      const once = `test.signed-in.${proof}`;
      if (location.origin !== origin || localStorage.getItem(once) !== null) return;
      localStorage.setItem(once, 'yes');
      localStorage.setItem(key, proof);
    },
    { origin: new URL(stack.url).origin, key: proofKey, proof },
  );
}

/**
 * Sets a browser context to save data, as a user can: its pages load a screen when it is opened. Most tests use one or two
 * screens, and loading all of them in every fresh context takes a sixth of a page's processor time.
 */
async function saveData(context: BrowserContext) {
  await context.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
}

/** Lends a running stack to a test, and closes the browser contexts that the test has left open. */
export async function lend(
  stack: Stack,
  browser: Browser,
  use: (stack: Stack) => Promise<void>,
  info: TestInfo,
): Promise<void> {
  const before = new Set(browser.contexts());
  await use(stack);
  // Otherwise the pages of other operators would try to reconnect during all later tests, and reach the server of the next one.
  const left = browser.contexts().filter((context) => !before.has(context));
  await Promise.all(left.map((context) => context.close()));
  if (info.status !== info.expectedStatus) {
    await info.attach('server output', { body: stack.serverOutput() });
  }
}

/**
 * Playwright's test with its own stack per test: store, agents and ports are not shared, and any test may kill its server.
 * Tests of one worker share only the processes in which the programs are already loaded.
 */
export const test = base.extend<Fixtures, { processes: WarmProcesses }>({
  processes: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from the pattern.
    async ({}, use) => {
      const processes = warmProcesses();
      await use(processes);
      await processes.close();
    },
    { scope: 'worker' },
  ],
  leftOut: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from the pattern.
    async ({}, use, info) => {
      const file = relative(process.cwd(), info.file).replaceAll('\\', '/');
      const listed = quarantined.find((one) => one.file === file && one.title === info.title);
      info.skip(listed !== undefined, listed?.reason);
      await use(undefined);
    },
    { auto: true },
  ],
  stackOptions: [{}, { option: true }],
  fetchesAhead: [false, { option: true }],
  stack: async ({ stackOptions, processes, browser }, use, info) => {
    const stack = await startStack(stackOptions, processes);
    await lend(stack, browser, use, info);
    await stack.close();
  },
  console: async ({ stack, context, page, fetchesAhead }, use) => {
    await signIn(context, stack);
    if (!fetchesAhead) await saveData(context);
    const faults: string[] = [];
    // Violations are reported here even if they were caught in the page.
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', (event) => {
        const { violatedDirective, blockedURI, sourceFile, sample } = event;
        const words = [violatedDirective, blockedURI, sourceFile, sample].join(' ');
        console.error(`Content Security Policy: ${words}`);
      });
    });
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && /Content Security Policy|Uncaught/.test(message.text())) {
        faults.push(message.text());
      }
    });
    await use(page);
    await Promise.all([context.setOffline(false), context.clearPermissions()]);
    expect(faults, 'errors in the page').toEqual([]);
  },
});

/** No violation of WCAG 2.0–2.2 A and AA in what is on top, in the current theme. */
export async function expectAccessible(
  page: Page,
  what: string,
  rules: AxeRules = 'all',
): Promise<void> {
  expect(await violationsOf(page, rules, 'on top'), what).toEqual([]);
}

export { expect };
