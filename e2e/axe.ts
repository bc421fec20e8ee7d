import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** The rules checked: all of WCAG 2.0–2.2 A and AA, or only those that depend on the theme. */
export type AxeRules = 'all' | 'colors';

const runOnly: Record<AxeRules, axe.RunOnly> = {
  all: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  colors: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

/**
 * The violations of a page, one line each. The console has no frames: axe runs in the page itself and is loaded once per
 * document, without the blank page that Playwright's own builder opens to join the results of frames.
 */
export async function violationsOf(page: Page, rules: AxeRules): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { violations, frames } = await page.evaluate(
    async (options) => {
      const { axe: judge } = window as typeof window & { axe: typeof axe };
      // Elements that are still fading in have other colours. Endless animations are not waited for.
      const ends = document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
        );
      await Promise.allSettled(ends.map(({ finished }) => finished));
      return {
        violations: (await judge.run(document, options)).violations,
        frames: document.querySelectorAll('iframe, frame').length,
      };
    },
    { runOnly: runOnly[rules], resultTypes: ['violations'] } satisfies axe.RunOptions,
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
