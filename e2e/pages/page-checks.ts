import type { Page } from '@playwright/test';
import { expect, expectAccessible } from '../fixtures.ts';

/**
 * In light and in dark, through the system setting: this also works under dialogs, which take all keys. Themes differ only in
 * colours, so the second one is checked only by the rules about those.
 */
export async function expectAccessibleInBoth(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveClass(colorScheme === 'dark' ? /dark/ : /^$/);
    await expectAccessible(
      page,
      `${what}, ${colorScheme}`,
      colorScheme === 'dark' ? 'colors' : 'all',
    );
  }
}

/**
 * Touch targets that are too small (WCAG 2.5.8). Boxes and switches may be, where nothing else is near: axe measures that. Runs in
 * the page.
 */
export function smallTargets(): string[] {
  const targets = document.querySelectorAll<HTMLElement>(
    'button:not([role="checkbox"], [role="switch"]), select, input:not([aria-hidden]), textarea, summary, [role="option"], nav a, a.button',
  );
  return [...targets].flatMap((target) => {
    // For a box enlarged by its label, the label is the touch target.
    const touched = target.matches('input') ? (target.closest('label') ?? target) : target;
    const { width, height } = touched.getBoundingClientRect();
    const visible = target.checkVisibility({ checkVisibilityCSS: true }) && width > 1;
    return visible && (width < 24 || height < 24)
      ? [`${target.outerHTML.slice(0, 120)} ${Math.round(width)}×${Math.round(height)}`]
      : [];
  });
}

/** Nothing overflows horizontally, and all touch targets are large enough. */
export async function expectFitsPhone(page: Page, what: string): Promise<void> {
  const beyond = await page.evaluate(
    () => (document.scrollingElement ?? document.documentElement).scrollWidth - innerWidth,
  );
  expect(beyond, `${what}: sideways`).toBeLessThanOrEqual(0);
  expect(await page.evaluate(smallTargets), `${what}: targets under 24 px`).toEqual([]);
}
