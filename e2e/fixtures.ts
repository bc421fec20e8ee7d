import AxeBuilder from '@axe-core/playwright';
import { proofKey } from '@countersign/client/session-proof';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { type Stack, type StackOptions, startStack } from './stack.ts';

interface Fixtures {
  stackOptions: StackOptions;
  stack: Stack;
  /** A page whose operator (the administrator) is signed in. */
  console: Page;
}

/** Signs an operator in for every page of a browser context, as the sign-in page would: cookie and proof. */
export async function signIn(
  context: BrowserContext,
  stack: Pick<Stack, 'url' | 'token'>,
  token = stack.token,
) {
  const page = await context.newPage();
  // Any page of the console's origin will do; this one runs nothing of its own.
  await page.goto(`${stack.url}/health`);
  const status = await page.evaluate(
    async ({ token, key }) => {
      const answer = await fetch('/api/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
      });
      if (answer.ok) localStorage.setItem(key, (await answer.json()).proof);
      return answer.status;
    },
    { token, key: proofKey },
  );
  expect(status).toBe(200);
  await page.close();
}

/** Playwright's test with a stack of its own per test: nothing is shared, any test may kill its server. */
export const test = base.extend<Fixtures>({
  stackOptions: [{}, { option: true }],
  stack: async ({ stackOptions }, use, info) => {
    const stack = await startStack(stackOptions);
    await use(stack);
    if (info.status !== info.expectedStatus) {
      await info.attach('server output', { body: stack.serverOutput() });
    }
    await stack.close();
  },
  console: async ({ stack, context, page }, use) => {
    await signIn(context, stack);
    const faults: string[] = [];
    // Also what is caught where it happens, and reported all the same.
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
    expect(faults, 'errors in the page').toEqual([]);
  },
});

/** No violation of WCAG 2.0–2.2 A and AA, in the theme that is on. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const lines = violations.map(
    (violation) =>
      `${violation.id}: ${violation.help}\n${violation.nodes
        .slice(0, 5)
        .map((node) => `   ${node.target.join(' ')}  ${node.failureSummary ?? ''}`)
        .join('\n')}`,
  );
  expect(lines, what).toEqual([]);
}

export { expect };
