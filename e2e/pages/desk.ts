import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { expect, signIn } from '../fixtures.ts';
import type { Stack } from '../stack.ts';

/** A named operator with a separate browser context. */
export interface Desk {
  id: string;
  name: string;
  token: string;
  context: BrowserContext;
  page: Page;
}

export interface Person {
  id: string;
  name: string;
  role?: 'viewer' | 'operator' | 'admin';
  groups?: string[];
}

/** Adds the operator to the server and opens a browser context for them. */
export async function desk(
  browser: Browser,
  stack: Stack,
  { id, name, role = 'operator', groups = [] }: Person,
): Promise<Desk> {
  const { token } = await stack.api<{ token: string }>('/api/operators', {
    body: { id, name, role, groups },
  });
  return { id, name, token, ...(await seat(browser, stack, token)) };
}

/** Another browser context for an operator who was already added. */
export async function seat(
  browser: Browser,
  stack: Stack,
  token: string,
  options: BrowserContextOptions = {},
): Promise<Pick<Desk, 'context' | 'page'>> {
  const context = await browser.newContext(options);
  await signIn(context, stack, token);
  return { context, page: await context.newPage() };
}

/** Opens a prompt and waits until the page receives live events. */
export async function openAt(page: Page, stack: Stack, promptId: string): Promise<void> {
  await page.goto(`${stack.url}/inbox/${encodeURIComponent(promptId)}`);
  await expect(page.getByText('Connection: Live')).toBeVisible();
}
