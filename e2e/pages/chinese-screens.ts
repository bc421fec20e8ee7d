import type { Browser, Locator, Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import type { Stack } from '../stack.ts';
import { seat } from './desk.ts';
import { expectAccessibleInBoth, expectFitsPhone } from './page-checks.ts';

const widths = [390, 720, 1024, 1440] as const;

/** The console of the same stack in Chinese, in a window of its own. */
export async function chineseScreens(browser: Browser, stack: Stack) {
  const { context, page } = await seat(browser, stack, stack.token, { locale: 'zh-CN' });
  return {
    page,
    /** A screen by its path: accessible in both themes on a phone and on a desk, and nothing overflows at any width. */
    async expectAccessible(
      path: string,
      what: string,
      shown: (page: Page) => Locator,
    ): Promise<void> {
      await page.goto(`${stack.url}${path}`);
      await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
      await expect(shown(page).first()).toBeVisible();
      await expectFitsAll(page, what);
    },
    /** What is on the screen now, likewise. */
    expectFits: (what: string) => expectFitsAll(page, what),
    close: () => context.close(),
  };
}

async function expectFitsAll(page: Page, what: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const named = `${what}, in Chinese, ${width} px`;
    if (width === 390) await expectFitsPhone(page, named);
    const beyond = () =>
      page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth);
    expect(await beyond(), `${named}: sideways`).toBeLessThanOrEqual(0);
    if (width === 1440) await expectAccessibleInBoth(page, named);
  }
}
