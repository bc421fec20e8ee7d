import type { Page } from '@playwright/test';
import { violationsOf } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { type Asking, startAsking } from './pages/asking.ts';
import { clippedTexts, cutWithoutTitle } from './pages/clipped-text.ts';
import { englishTexts } from './pages/english-text.ts';
import { measureLayout } from './pages/layout.ts';
import { smallTargets } from './pages/page-checks.ts';
import type { Stack } from './stack.ts';

test.use({ stackOptions: { crew: false } });

const schema = {
  type: 'object',
  properties: {
    city: { type: 'string', title: 'City' },
    note: { type: 'string', title: 'Note for the agency that places the contractor' },
  },
};

/** The same question is answered in two ways: two corrections that wait for their review. */
async function teach(stack: Stack, asking: Asking): Promise<void> {
  const long = 'On site from Monday to Wednesday, and from Thursday on wherever the team meets. ';
  for (const [id, city] of [
    ['a', 'Leipzig'],
    ['b', 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'],
  ] as const) {
    const { id: promptId, digest } = await asking.ask(id, {
      ask: 'Where does Ada Lovelace work for the client?',
      payload: { city: 'Bonn', note: '' },
      upContext: { schema },
    });
    await stack.api(`/api/prompts/${encodeURIComponent(promptId)}/decisions`, {
      body: {
        ...{ digest, idempotencyKey: `where-ada-works-${id}` },
        feedback: { type: 'edit', content: { value: { city, note: long.repeat(3) + id } } },
      },
    });
  }
}

interface Listed {
  items: { id: string; version: number; at: number }[];
}

/** The older of the two is approved, so that the newer one contradicts it. */
async function approveOlder(stack: Stack): Promise<void> {
  const path = '/api/knowledge/memories?origin=correction&status=pending';
  let found: Listed['items'] = [];
  await expect
    .poll(
      async () => {
        found = (await stack.api<Listed>(path)).items;
        return found.length;
      },
      { timeout: 20_000 },
    )
    .toBe(2);
  const [older] = found.toSorted((one, other) => one.at - other.at);
  const reviews = [{ id: older?.id, version: older?.version, verdict: 'approve' }];
  await stack.api('/api/knowledge/reviews', { body: { reviews } });
}

const sizes = [
  [1280, 800],
  [720, 450],
  [390, 844],
] as const;

/** What is wrong with the dialog at each size and in each theme, a line each. */
async function faultsOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const { overlapping: _expected, beyond, ...layout } = await page.evaluate(measureLayout);
      const faults = {
        ...layout,
        beyond: beyond === 0 ? [] : [beyond],
        clipped: await page.evaluate(clippedTexts),
        cut: await page.evaluate(cutWithoutTitle),
        small: width === 390 || height < 600 ? await page.evaluate(smallTargets) : [],
        axe: await violationsOf(page, 'all'),
      };
      for (const [name, each] of Object.entries(faults))
        if (each.length > 0) found.push(`${width} ${colorScheme} ${name}: ${JSON.stringify(each)}`);
    }
  }
  return found;
}

for (const locale of ['en-GB', 'zh-CN'] as const) {
  test.describe(locale, () => {
    test.use({ locale });

    test('which of two corrections holds is asked, readable at every size', async ({
      console: page,
      stack,
    }) => {
      const asking = await startAsking(stack);
      await teach(stack, asking);
      await approveOlder(stack);
      await page.goto(`${stack.url}/knowledge/corrections`);
      await page
        .getByRole('button', { name: /^(Approve|批准)$/ })
        .first()
        .click();
      const dialog = page.getByRole('dialog', {
        name: /^(Which correction holds\?|以哪条纠正为准？)$/,
      });
      await expect(dialog.getByRole('row')).toHaveCount(3);
      expect(await faultsOf(page)).toEqual([]);
      if (locale === 'zh-CN') expect(await page.evaluate(englishTexts)).toEqual([]);
      await dialog.getByRole('combobox').selectOption('new');
      await dialog.getByRole('button', { name: /^(Save|保存)$/ }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByText(/^(1 approved|已批准 1)/)).toBeVisible();
      await asking.close();
    });
  });
}
