import type { Page } from '@playwright/test';

const sizes = [
  [390, 844],
  [720, 900],
  [1024, 768],
  [1280, 720],
  [1440, 900],
] as const;

/** Pictures in every width and both themes, into the folder that SHOTS names; nothing without it. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS'];
  if (!folder) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${String(width)}.png` });
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}
