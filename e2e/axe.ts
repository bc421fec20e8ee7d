import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** The rules checked: all of WCAG 2.0–2.2 A and AA, only those that depend on the theme, or all others. */
export type AxeRules = 'all' | 'colors' | 'without colors';

const ofColors = ['color-contrast', 'link-in-text-block'];
const all: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
};
const checked: Record<AxeRules, Pick<axe.RunOptions, 'runOnly' | 'rules'>> = {
  all: { runOnly: all },
  colors: { runOnly: { type: 'rule', values: ofColors } },
  'without colors': {
    runOnly: all,
    rules: Object.fromEntries(ofColors.map((rule) => [rule, { enabled: false }])),
  },
};

/**
 * The violations of a page, one line each. The console has no frames: axe runs in the page itself and is loaded once per
 * document, without the blank page that Playwright's own builder opens to join the results of frames.
 *
 * `on top` leaves out the page below an open dialog or menu: `screens.e2e.ts` judges both together.
 */
export async function violationsOf(
  page: Page,
  rules: AxeRules,
  where: 'whole page' | 'on top' = 'whole page',
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { violations, frames } = await page.evaluate(
    async ({ options, isOnTop }) => {
      const { axe: judge } = window as typeof window & { axe: typeof axe };
      // Elements that are still fading in have other colours. Endless animations are not waited for.
      const ends = document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
        );
      await Promise.allSettled(ends.map(({ finished }) => finished));
      const opened = document.querySelectorAll<HTMLElement>('[role$="dialog"], [role="menu"]');
      const onTop = isOnTop ? [...opened].findLast((each) => each.checkVisibility()) : undefined;
      return {
        violations: (await judge.run(onTop ?? document, options)).violations,
        frames: document.querySelectorAll('iframe, frame').length,
      };
    },
    {
      options: { ...checked[rules], resultTypes: ['violations'] } satisfies axe.RunOptions,
      isOnTop: where === 'on top',
    },
  );
  const lines = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes
        .slice(0, 5)
        .map((node) => `   ${node.target.join(' ')}  ${node.failureSummary ?? ''}`)
        .join('\n')}`,
  );
  return frames === 0 ? lines : [...lines, 'frames: what stands in a frame was not judged'];
}
