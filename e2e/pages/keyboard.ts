import type { Locator, Page } from '@playwright/test';

/** Presses Tab until the control has focus. */
export async function tabTo(page: Page, target: Locator, back = false): Promise<void> {
  for (let steps = 0; steps < 160; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
  }
  throw new Error(`${target} cannot be reached by Tab`);
}

/** Tabs to a control and presses a key. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Waits until the guard after a change of focus has ended, by the page's clock. */
export async function settleFocus(page: Page): Promise<void> {
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction((from) => performance.now() - from > 400, since);
}
