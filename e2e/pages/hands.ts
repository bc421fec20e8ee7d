import type { Locator, Page } from '@playwright/test';

/** Moves by Tab alone until the control has focus. */
export async function tabTo(page: Page, target: Locator, back = false): Promise<void> {
  for (let steps = 0; steps < 160; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
  }
  throw new Error(`${target} cannot be reached by Tab`);
}

/** Moves there by Tab and presses it. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Lets the guard of a freshly focused place run out, by the clock that it goes by itself. */
export async function settleFocus(page: Page): Promise<void> {
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction((from) => performance.now() - from > 400, since);
}
