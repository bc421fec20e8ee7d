import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { type Asking, answersAt, startAsking } from './pages/asking.ts';
import { untilOpen } from './pages/crowd.ts';
import { press, settleFocus } from './pages/keyboard.ts';
import { expectAccessibleInBoth, expectFitsPhone } from './pages/page-checks.ts';
import type { Stack } from './stack.ts';

test.describe.configure({ timeout: 240_000 });
test.use({ stackOptions: { crew: false } });

const people = ['Ada Lovelace', '陈明远', 'مراد الحسن', 'Þórunn Sigurðardóttir'];
const long = 'Has worked on payment flows for longer than fits into any column of any table. ';
const ROWS = 35;

const nameOf = (index: number) => `${people[index % people.length] ?? ''} ${String(index)}`;

/** Equal questions with all that makes a table hard: long texts, lists of objects, evidence, other scripts; none has a city. */
async function startPlaces(stack: Stack, rows = ROWS): Promise<Asking> {
  const asking = await startAsking(stack, { id: 'placer', name: 'Placer' });
  for (let index = 0; index < rows; index += 1)
    asking.say(`call_Yk3Xr0T9vQm2LpB7sNaW4d${String(index).padStart(3, '0')}`, {
      ask: `Where does ${nameOf(index)} work?`,
      payload: {
        person: nameOf(index),
        about: long.repeat(1 + (index % 4)),
        skills: [
          { name: 'React', level: 'expert', years: index },
          { name: 'TypeScript', level: 'working', years: 2 },
        ],
        rate: { value: 80 + index, currency: 'EUR' },
      },
      upThought: { confidence: 0.3 + index / 100, reasoning: [`Line ${String(index)} of thought`] },
      upContext: {
        schema: {
          type: 'object',
          required: ['city'],
          properties: {
            person: { type: 'string', title: 'Person', readOnly: true },
            city: { type: 'string', title: 'City', minLength: 1, maxLength: 40 },
            desks: { type: 'integer', title: 'Desks', minimum: 1, maximum: 9 },
          },
        },
      },
    });
  await untilOpen(stack, rows);
  return asking;
}

async function openTable(page: Page, stack: Stack) {
  await page.goto(`${stack.url}/inbox?group=equal`);
  await expect(page.getByText('Connection: Live')).toBeVisible();
  await page.getByRole('listbox', { name: 'Questions' }).getByRole('option').first().click();
  const panel = page.getByRole('region', { name: 'Decide together', exact: true });
  await expect(panel.getByRole('table')).toBeVisible();
  await settleFocus(page);
  const row = (index: number) =>
    panel.getByRole('row').filter({ hasText: `Where does ${nameOf(index)} work?` });
  return { panel, row };
}

test('rows of one line: objects by their main field, evidence as an optional column, the full value on demand', async ({
  console: page,
  stack,
}) => {
  const asking = await startPlaces(stack);
  const { panel, row } = await openTable(page, stack);
  for (const index of [0, 1, 2, 3, 17]) {
    const box = await row(index).boundingBox();
    expect(box?.height, nameOf(index)).toBeLessThanOrEqual(33);
  }
  await expect(row(5)).toContainText('React, expert, 5 y; TypeScript, working, 2 y');
  await expect(panel.getByRole('table')).not.toContainText('{');
  // What the agent says about itself is not part of the question: its columns are hidden by default.
  await expect(panel.getByRole('columnheader', { name: 'Confidence' })).toHaveCount(0);
  const columns = panel.getByRole('button', { name: /^Columns, \d+ hidden$/ });
  await columns.click();
  await page.getByRole('checkbox', { name: 'Confidence' }).click();
  await page.keyboard.press('Escape');
  await expect(panel.getByRole('columnheader', { name: 'Confidence' })).toBeVisible();
  await expect(row(5)).toContainText('0.35');

  // Scrolled to the right, the table still shows the name and the status of each row.
  const scroll = panel.locator('.bulk-scroll');
  await page.setViewportSize({ width: 1024, height: 768 });
  await scroll.evaluate((element) => element.scrollTo({ left: 10_000, top: 200 }));
  const first = row(12);
  const asked = first.getByText(`Where does ${nameOf(12)} work?`).first();
  for (const cell of [first.getByRole('checkbox'), asked, first.getByText('as shown')]) {
    const [box, frame] = [await cell.boundingBox(), await scroll.boundingBox()];
    expect(box?.x).toBeGreaterThanOrEqual(frame?.x ?? 0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await scroll.evaluate((element) => element.scrollTo({ left: 0, top: 0 }));

  await press(page, row(3).getByRole('button', { name: /^Read in full/ }));
  const whole = page.getByRole('dialog', { name: `Where does ${nameOf(3)} work?` });
  await expect(whole).toContainText(long.repeat(4).trim());
  await expect(whole).toContainText('Line 3 of thought');
  // Each value is beside its name.
  const places = await whole.getByRole('term').evaluateAll((names) =>
    names.map((name) => {
      const value = name.nextElementSibling?.getBoundingClientRect();
      const { right, top } = name.getBoundingClientRect();
      return value !== undefined && value.left >= right && Math.abs(value.top - top) < 8;
    }),
  );
  expect(places).toEqual(places.map(() => true));
  await page.keyboard.press('Escape');
  await expect(row(3).getByRole('button', { name: /^Read in full/ })).toBeFocused();
  await expectAccessibleInBoth(page, 'a table of 35 rows');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFitsPhone(page, 'a table of 35 rows');
  // On a phone a row is its question and its values in running lines, which are wrapped, not cut.
  const values = row(3).locator('td:not(.bulk-pick) .truncate');
  const cuts = await values.evaluateAll((all) =>
    all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent),
  );
  expect(cuts).toEqual([]);
  const about = await row(3).locator('td[data-label="About"] .truncate').boundingBox();
  expect(about?.width).toBeGreaterThan(200);
  expect(about?.height).toBeGreaterThan(50);
  const skills = row(2).locator('td').filter({ hasText: 'TypeScript, working' });
  const [all, shown] = await skills
    .locator('.truncate')
    .evaluate(({ scrollHeight, clientHeight }) => [scrollHeight, clientHeight]);
  expect(shown).toBe(all);
  await expect(row(2).locator('td[data-label="Rate › Value"]')).toBeVisible();
  const heights = await panel
    .getByRole('row')
    .evaluateAll((rows) => rows.slice(1, 5).map((each) => each.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThanOrEqual(240);
  await asking.close();
});

test('an answer that is possible for no row is reported with the reason', async ({
  console: page,
  stack,
}) => {
  const asking = await startPlaces(stack);
  const { panel, row } = await openTable(page, stack);
  await page.keyboard.press('a');
  await expect(panel.getByRole('status').filter({ hasText: 'not possible' })).toHaveText(
    'Approve is not possible for all 35: City is empty',
  );
  await expect(row(4)).toContainText('City is empty');
  await expectAccessibleInBoth(page, 'an answer that is not possible');
  await asking.close();
});

test('35 rows are filled in together: one value for all, exceptions, a pasted spreadsheet column', async ({
  console: page,
  stack,
}) => {
  const asking = await startPlaces(stack);
  const { panel, row } = await openTable(page, stack);
  await page.keyboard.press('e');
  const bar = panel.getByRole('region', { name: 'Fill in together' });
  // The missing field is selected first and has focus.
  await expect(bar.getByLabel('City for all')).toBeFocused();
  // Nothing was done yet: that is no fault.
  const start = panel.getByRole('status').filter({ hasText: 'Nothing is filled in yet' });
  await expect(start).toBeVisible();
  await expect(start).not.toHaveClass(/error-text/);
  const city = (index: number) =>
    row(index).getByRole('textbox', { name: `City: Where does ${nameOf(index)} work?` });
  await city(4).fill('Bonn');
  await bar.getByLabel('City for all').fill('Leipzig');
  await press(page, bar.getByRole('button', { name: 'Set for all 35' }));
  await expect(bar.getByText('City set in 34 rows. 1 row keeps its own.')).toBeVisible();
  await expect(city(0)).toHaveValue('Leipzig');
  await expect(city(4)).toHaveValue('Bonn');
  await expect(row(3)).toContainText('filled in');

  // Kept over a reload, including the cell with its own value; the exact bytes of a row can be read.
  await page.reload();
  await expect(panel.getByRole('table')).toBeVisible();
  await settleFocus(page);
  await panel.getByRole('button', { name: /^Fill in together/ }).click();
  await expect(bar.getByText('Your earlier entries were restored: 35 rows.')).toBeVisible();
  await expect(city(0)).toHaveValue('Leipzig');
  await expect(city(4)).toHaveValue('Bonn');
  await press(page, row(4).getByRole('button', { name: /^Read in full/ }));
  const bytes = page.getByRole('region', { name: 'What is sent for this row' }).locator('pre');
  await expect(bytes).toContainText('"path":"/city","value":"Bonn"');
  const reported = (await bytes.textContent()) ?? '';
  await page.keyboard.press('Escape');

  // Two columns, one line with an invalid number, one line too many.
  await bar.getByLabel('Field').selectOption({ label: 'Desks' });
  const lines = ['莱比锡\t3', 'برلين\tmany', '\t20', 'Köln', 'One too many'];
  await city(31).focus();
  await city(31).evaluate((input, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    input.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, lines.join('\r\n'));
  await expect(bar.getByText('2 of 5 lines pasted. 1 line left out')).toBeVisible();
  await expect(bar.getByRole('listitem')).toHaveText([
    `Line 2, Where does ${nameOf(32)} work?: “many” does not fit Desks`,
    /^Line 3, .*“20” does not fit Desks \(At most 9\)$/,
  ]);
  await expect(city(31)).toHaveValue('莱比锡');
  await expect(city(33)).toHaveValue('Leipzig');
  const box = await row(32).boundingBox();
  expect(box?.height).toBeLessThanOrEqual(33);
  await panel.locator('.bulk-scroll').evaluate((element) => element.scrollTo({ top: 0 }));
  await expectAccessibleInBoth(page, 'rows that are filled in');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFitsPhone(page, 'rows that are filled in');
  await page.setViewportSize({ width: 1440, height: 900 });

  // A row with an error blocks the others and is named; then it is excluded.
  const desks = row(2).getByRole('textbox', { name: /^Desks: / });
  await desks.fill('99');
  await expect(row(2)).toContainText('Desks: At most 9');
  await expect(panel.getByText('1 row needs more: Desks: At most 9')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Send 35 edits' })).toBeDisabled();
  await row(2).getByRole('checkbox').click();
  const posted = page.waitForRequest((request) => request.url().endsWith('/api/decisions'));
  await panel.getByRole('button', { name: 'Send 34 edits' }).click();
  expect((await posted).postData()).toContain(reported);
  const receipt = panel.getByRole('region', { name: 'Receipt' });
  await expect(receipt).toBeFocused();
  await expect(panel.getByText(/^34 done/)).toBeVisible();
  // The draft is deleted once it has been sent.
  const kept = () =>
    page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.endsWith('.filled-in'));
      return Object.keys(JSON.parse(localStorage.getItem(key ?? '') ?? '{}')).length;
    });
  expect(await kept()).toBe(1);
  await expect(receipt.getByRole('row').filter({ hasText: '莱比锡' })).toContainText('City 莱比锡');
  const edits = answersAt(asking.agent);
  expect(edits).toHaveLength(34);
  const sent = edits.map((feedback) => {
    if (feedback.type !== 'edit') throw new Error(`a ${feedback.type} among the edits`);
    return feedback.content.value as { person: string; city: string; desks?: number };
  });
  const of = (index: number) => sent.find(({ person }) => person === nameOf(index));
  expect(of(4)?.city).toBe('Bonn');
  expect(of(31)).toMatchObject({ city: '莱比锡', desks: 3 });
  expect(of(32)).toMatchObject({ city: 'برلين' });
  expect(of(32)?.desks).toBeUndefined();
  expect(of(2)).toBeUndefined();
  await asking.close();
});
