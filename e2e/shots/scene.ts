import type { Page } from '@playwright/test';
import { test } from '../fixtures.ts';
import type { Stack, StackOptions } from '../stack.ts';
import {
  folder,
  isChosen,
  languages,
  type Size,
  sizeName,
  sizes,
  type Theme,
  themes,
  withSheets,
} from './choice.ts';
import { contactSheets, type Shot } from './contact-sheet.ts';
import { findTranslated } from './translated.ts';

/** The page and stack of a picture, and the data created for it. */
export interface Place<Made> {
  page: Page;
  stack: Stack;
  made: Made;
}

/** Opens a screen; ends when the screen is ready for its picture. */
export type OpenScreen<Made> = (place: Place<Made>) => Promise<unknown>;

interface Screen<Made> {
  go: OpenScreen<Made>;
  /** Opened again for each size, because it is laid out once for its window. */
  fresh?: boolean;
  /** The clock of its page is stopped: there are no frames to wait for. */
  isStill?: true;
  /** Reverts the effects of `go`. */
  leave?: OpenScreen<Made>;
}

interface Scene<Made> {
  options?: StackOptions;
  /** Brings the product into the state that its screens show. */
  prepare(stack: Stack): Promise<Made>;
  screens: Readonly<Record<string, OpenScreen<Made> | Screen<Made>>>;
}

/** Waits until all data and fonts are loaded, animations have ended, and frames have been drawn since. */
async function settle(page: Page): Promise<void> {
  // Loading that never ends is a screen of its own: its picture is taken as it is.
  await page
    .waitForFunction(() => !document.querySelector('.skeleton'), undefined, { timeout: 15_000 })
    .catch(() => {});
  await page.evaluate(async () => {
    await document.fonts.ready;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    const moving = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(moving.map(({ finished }) => finished));
    // After a change of the theme, some parts are redrawn a little later.
    for (let drawn = 0; drawn < 4; drawn += 1) await frame();
  });
}

interface Look {
  screen: string;
  size: Size;
  theme: Theme;
  language: string;
  isStill: boolean;
}

async function take(page: Page, { screen, size, theme, language, isStill }: Look): Promise<Shot> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  // The page is notified by an event of its own.
  await page.waitForFunction(
    (isDark) => document.documentElement.classList.contains('dark') === isDark,
    theme === 'dark',
  );
  if (!isStill) await settle(page);
  const ending = language === 'en' ? '' : `-${language}`;
  const path = `${folder}/${screen}-${sizeName(size)}-${theme}${ending}.png`;
  await page.screenshot({ path });
  return { screen, size, theme, path };
}

/** Takes the pictures of one screen in every chosen size and theme. */
async function photograph<Made>(
  name: string,
  screen: Screen<Made>,
  place: Place<Made> & { language: string },
): Promise<Shot[]> {
  const { page, language } = place;
  const shots: Shot[] = [];
  if (screen.fresh !== true) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await screen.go(place);
  }
  for (const size of sizes) {
    await page.setViewportSize(size);
    if (screen.fresh === true) await screen.go(place);
    for (const theme of themes) {
      const isStill = screen.isStill === true;
      shots.push(await take(page, { screen: name, size, theme, language, isStill }));
    }
  }
  await screen.leave?.(place);
  return shots;
}

/** Screens of one state of the product, with a server of its own. A scene without chosen screens is not started. */
export function scene<Made>(name: string, { options = {}, prepare, screens }: Scene<Made>): void {
  const chosen = Object.entries(screens).filter(([screen]) => isChosen(screen));
  if (chosen.length === 0) return;
  for (const language of languages) {
    const described = language === 'en' ? name : `${name}-${language}`;
    test.describe(described, () => {
      test.use({ stackOptions: options, locale: language });
      test(chosen.map(([screen]) => screen).join(' '), async ({ console: page, stack }) => {
        if (language !== 'en') findTranslated(page);
        const made = await prepare(stack);
        const shots: Shot[] = [];
        const missed: string[] = [];
        for (const [screen, way] of chosen) {
          const whole = typeof way === 'function' ? { go: way } : way;
          // A screen that cannot be opened does not prevent the pictures of the others.
          try {
            shots.push(...(await photograph(screen, whole, { page, stack, made, language })));
          } catch (error) {
            missed.push(`${screen}: ${error instanceof Error ? error.message : String(error)}`);
          }
        }
        if (withSheets) await contactSheets(page.context(), described, shots);
        if (missed.length > 0) throw new Error(missed.join('\n\n'));
      });
    });
  }
}
