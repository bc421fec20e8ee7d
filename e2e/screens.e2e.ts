import type { Page } from '@playwright/test';
import { violationsOf } from './axe.ts';
import { expect } from './fixtures.ts';
import { clippedTexts, cutWithoutTitle } from './pages/clipped-text.ts';
import { inbox } from './pages/console.ts';
import { openAt } from './pages/desk.ts';
import { strayText } from './pages/direction.ts';
import { englishTexts } from './pages/english-text.ts';
import { settleFocus } from './pages/keyboard.ts';
import { measureLayout } from './pages/layout.ts';
import { expectAccessibleInBoth, expectFitsPhone, smallTargets } from './pages/page-checks.ts';
import { rightToLeft } from './pages/played.ts';
import { parts, type Screen, screensOf } from './pages/screens.ts';
import { test } from './played-test.ts';

test.describe.configure({ timeout: 300_000 });

const sizes = [
  [390, 844],
  [720, 450],
  [1024, 768],
  [1280, 720],
  [1440, 900],
] as const;
/** Between those; the last one is a window of 1080 lines at a zoom of 200 %. */
const furtherSizes = [
  ...[641, 800, 900, 1100, 1240].map((width) => [width, 800] as const),
  [960, 540],
] as const;

type Measured = [fault: string, found: unknown][];

/** Everything that is wrong with the page as it is: each fault by its name, none if all is in order. */
async function faultsOf(page: Page, { opener }: Screen, isSmall: boolean): Promise<Measured> {
  const { beyond, overlapping, ...layout } = await page.evaluate(measureLayout);
  const found = {
    ...layout,
    // What opens over a page is meant to.
    overlapping: opener === undefined ? overlapping : [],
    beyond: beyond === 0 ? [] : [beyond],
    clipped: await page.evaluate(clippedTexts),
    cut: await page.evaluate(cutWithoutTitle),
    // With a mouse, what is smaller may stand alone: axe measures the distance.
    small: isSmall ? await page.evaluate(smallTargets) : [],
    stray: await page.evaluate(strayText),
  };
  return Object.entries(found).filter(([, faults]) => faults.length > 0);
}

/** Opens a screen, and what opens over it, when all of it is loaded. */
async function open(page: Page, url: string, { path, opener }: Screen): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${url}${path}`);
  await expect(page.getByRole('main').or(page.locator('.page')).first()).toBeVisible();
  if (!/^\/(open|sign-in)/.test(path))
    await expect(page.getByText(/^(Live|实时)$/).first()).toBeAttached();
  await expect(page.locator('[aria-busy="true"], .skeleton')).toHaveCount(0);
  if (opener === undefined) return;
  if ('key' in opener) {
    await settleFocus(page);
    await page.keyboard.press(opener.key);
  } else await page.getByRole('button', { name: opener.button }).first().click();
  await expect(page.getByRole('dialog').or(page.getByRole('menu')).first()).toBeVisible();
}

async function inDark<T>(page: Page, look: () => Promise<T>) {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveClass(/dark/);
  const seen = await look();
  await page.emulateMedia({ colorScheme: 'light' });
  return seen;
}

/** The faults of one screen in every size and theme, a line each. */
async function judge(page: Page, screen: Screen, isChinese: boolean): Promise<string[]> {
  const found: string[] = [];
  const note = (at: string, faults: readonly unknown[]) =>
    found.push(...faults.map((fault) => `${at}: ${JSON.stringify(fault)}`));
  await expect(page.locator('html')).toHaveAttribute('lang', isChinese ? 'zh-CN' : 'en');
  // Elsewhere most words are those of agents.
  if (
    isChinese &&
    /^\/(agents\/(registry|orchestrator)|knowledge|settings|guide|open)/.test(screen.path)
  )
    note('not in Chinese', await page.evaluate(englishTexts));
  // Both languages have the same colours, whose rules take most of axe's time.
  const rules = isChinese ? 'without colors' : 'all';
  note('light', await violationsOf(page, rules));
  for (const [width, height] of [...(screen.isInEveryWidth ? furtherSizes : []), ...sizes]) {
    await page.setViewportSize({ width, height });
    let faults: Measured = [];
    // The layout follows a change of size with a delay.
    await expect
      .poll(async () => (faults = await faultsOf(page, screen, width === 390 || height < 600)), {
        timeout: 3_000,
        intervals: [50, 100],
      })
      .toEqual([])
      .catch(() => note(`${width} × ${height}`, faults));
    // Other parts are shown on a phone. What opens over a page is judged together with it once: the page is a screen of its own.
    if (width === 390) note('light, on a phone', await violationsOf(page, rules, 'on top'));
  }
  if (!isChinese) note('dark', await inDark(page, () => violationsOf(page, 'colors', 'on top')));
  return found;
}

for (const locale of ['en-GB', 'zh-CN'] as const) {
  test.describe(locale, () => {
    test.use({ locale, viewport: { width: 1440, height: 900 } });

    for (const part of parts) {
      test(`${part}: accessible, and nothing is cut off, hidden, overlapping or too small at any size`, async ({
        console: page,
        stack,
        played,
      }) => {
        for (const screen of screensOf(played)[part]) {
          await open(page, stack.url, screen);
          const faults = await judge(page, screen, locale === 'zh-CN');
          const { path, opener } = screen;
          const what = opener === undefined ? '' : `, ${Object.values(opener)[0]}`;
          expect.soft(faults, `${path}${what}`).toEqual([]);
        }
      });
    }
  });
}

test('every composer is accessible, on a desk and on a phone', async ({
  console: page,
  stack,
  played,
}) => {
  const { panel, answer } = inbox(page);
  const { form, shortlist } = played.questions;
  const composers = [
    [form, ['Fill in']],
    [shortlist, ['Approve', 'Reject', 'Edit', 'Rank', 'Comment', 'Instruct']],
  ] as const;
  for (const [question, words] of composers) {
    await openAt(page, stack, question);
    for (const word of words) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await answer(word).click();
      await expect(answer(word)).toHaveAttribute('aria-pressed', 'true');
      await expectAccessibleInBoth(page, word);
      if (word !== 'Fill in' && word !== 'Rank') continue;
      await page.setViewportSize({ width: 390, height: 844 });
      await expect(panel.getByRole('button', { name: 'Back to the queue' })).toBeVisible();
      await expectFitsPhone(page, word);
      await expectAccessibleInBoth(page, `${word} on a phone`);
    }
  }
});

test('the answer to a question that is written from right to left keeps its direction', async ({
  console: page,
  stack,
  played,
}) => {
  const { panel, answer } = inbox(page);
  const expectOwnDirection = (what: string) =>
    expect.poll(() => page.evaluate(strayText), { message: what }).toEqual([]);
  await openAt(page, stack, played.questions.rightToLeft);
  for (const kind of ['Approve', 'Reject', 'Edit', 'Instruct']) {
    await answer(kind).click();
    await expect(panel.getByRole('button', { name: /^Send/ })).toBeVisible();
    await expectOwnDirection(kind);
  }
  // Running text of its own line begins at the right, whether it is the title or a reason.
  const begins = (words: string) =>
    panel
      .getByText(words)
      .first()
      .evaluate((element) => {
        const text = document.createRange();
        text.selectNodeContents(element);
        const block = element.closest('h1, dd') ?? element;
        const { paddingRight } = getComputedStyle(block);
        const edge = block.getBoundingClientRect().right - Number.parseFloat(paddingRight);
        return Math.round(edge - text.getBoundingClientRect().right);
      });
  for (const words of [rightToLeft.ask, rightToLeft.explanation])
    expect.soft(await begins(words), words).toBeLessThanOrEqual(1);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('تأكيد');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectOwnDirection('the palette');
});

test('a text that is cut off is detected', async ({ page }) => {
  const box = 'display:block;width:40px;overflow:hidden;white-space:nowrap';
  await page.setContent(
    `<button style="${box}">启动任务并等待答复</button>
     <button style="${box};text-overflow:ellipsis">启动任务并等待答复</button>
     <button>启动任务并等待答复</button>`,
  );
  expect(await page.evaluate(clippedTexts)).toHaveLength(1);
});

test('an English sentence on a Chinese page is detected', async ({ page }) => {
  await page.setContent(
    `<html lang="zh-CN"><body><p>No service is registered</p><p lang="">I need a contractor</p>
     <button aria-label="Remove this service">移除</button><button aria-label="移除 the old one">移除</button><p>使用 HAI 的 Radio Master</p><code>not a url</code></body></html>`,
  );
  expect(await page.evaluate(englishTexts)).toEqual([
    'text of P.: “No service is registered”',
    'aria-label of BUTTON.: “Remove this service”',
  ]);
});
