import type { Locator } from '@playwright/test';
import { z } from 'zod';
import { expect, test } from './fixtures.ts';
import { answersAt, startAsking } from './pages/asking.ts';
import { inbox, openPrompt } from './pages/console.ts';
import { press, settleFocus } from './pages/keyboard.ts';
import { expectAccessibleInBoth, expectFitsPhone } from './pages/page-checks.ts';
import { startTask } from './pages/task-page.ts';

test.describe.configure({ timeout: 240_000 });

const alarm = 'Downlink rate dropped at cell NTO-0440-2, seed 1';
const planSchema = z.object({
  assignments: z.array(z.object({ cell: z.string(), now: z.number(), proposed: z.number() })),
});

const desks = [
  { width: 1024, height: 768 },
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
];

/** What of a table is not seen as a whole: the parts that it scrolls, and controls below other cells. */
const hiddenIn = (table: Locator) =>
  table.evaluate((element) => {
    const frame = element.closest('section');
    const hidden =
      frame !== null && frame.scrollWidth > frame.clientWidth + 1
        ? [`scrolls ${String(frame.scrollWidth - frame.clientWidth)} px`]
        : [];
    for (const control of element.querySelectorAll('input, select, button:enabled')) {
      control.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const { left, right, top, bottom } = control.getBoundingClientRect();
      for (const x of [left + 3, (left + right) / 2, right - 3]) {
        const found = document.elementFromPoint(x, (top + bottom) / 2);
        if (found === null || !(control.contains(found) || found.contains(control)))
          hidden.push(`${control.getAttribute('aria-label') ?? control.id} at ${String(x)}`);
      }
    }
    return hidden;
  });

test('the plan of the radio crew is edited in a table, by keyboard', async ({
  console: page,
  stack,
}) => {
  const taskId = await startTask(stack, 'radio-master', alarm);
  const { id, message } = await openPrompt(stack, taskId, 'blocking');
  const { assignments } = planSchema.parse(message.payload);
  const [first, second] = assignments;
  if (first === undefined || second === undefined) throw new Error('a plan of one cell');
  await page.goto(`${stack.url}/inbox/${encodeURIComponent(id)}`);
  const { panel, answer } = inbox(page);
  await expect(panel.getByRole('heading', { level: 1 })).toBeVisible();
  await settleFocus(page);
  await page.keyboard.press('e');

  const table = panel.getByRole('region', { name: 'Assignments' }).getByRole('table');
  // The lines under a row also name other cells.
  const row = (cell: string) =>
    table.locator('tr:not(.array-fault, .array-rest)').filter({ hasText: cell });
  await expect(table.getByRole('columnheader', { name: 'Proposed' })).toBeVisible();
  await expect(table.getByRole('columnheader', { name: 'Yours' })).toBeVisible();
  // Only editable fields are controls; every row is one line high.
  await expect(table.getByRole('textbox')).toHaveCount(assignments.length);
  for (const { cell } of assignments) {
    const box = await row(cell).first().boundingBox();
    expect(box?.height, cell).toBeLessThanOrEqual(33);
  }

  // Everything of a row can be seen and edited without scrolling sideways, at any size of a desk.
  for (const size of desks) {
    await page.setViewportSize(size);
    await expect.poll(() => hiddenIn(table), `at ${String(size.width)}`).toEqual([]);
    await expect(table.getByText(/^(Collision|Confusion)/).first()).toBeVisible();
  }
  await page.setViewportSize({ width: 1440, height: 900 });

  // The link that copies the value beside the form is in the line of its heading, in front of what scrolls.
  const same = panel.getByRole('heading', { name: 'Same value as JSON' });
  const copy = panel.getByRole('button', { name: /^Copy ?: Same value as JSON$/ });
  const [head, link] = [await same.boundingBox(), await copy.boundingBox()];
  expect(Math.abs((head?.y ?? 0) - (link?.y ?? 99))).toBeLessThan(8);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await copy.click();
  await expect(panel.getByRole('button', { name: /^Copied/ })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(planSchema.parse(JSON.parse(copied)).assignments).toEqual(assignments);

  const cell = table.getByLabel('Proposed 1', { exact: true });
  await press(page, cell, 'Control+a');
  await page.keyboard.type('5000');
  // Validated while typing: the cell still has focus.
  await expect(cell).toBeFocused();
  await expect(cell).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('500');
  await expect(cell).not.toHaveAttribute('aria-invalid');
  await expect(row(first.cell).locator('del').first()).toHaveText(String(first.proposed));
  await press(page, table.getByRole('button', { name: `Remove ${second.cell}` }));
  await expect(row(second.cell)).toContainText('left out');
  const patch = panel.getByRole('region', { name: 'Changes to the proposal' });
  await expect(patch.getByRole('listitem')).toHaveText([
    `${second.cell}: left out`,
    `${first.cell}: Proposed ${String(first.proposed)} → 500`,
  ]);
  await expectAccessibleInBoth(page, 'a plan that is edited');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(cell).toBeVisible();
  await expectFitsPhone(page, 'a plan that is edited');
  await page.setViewportSize({ width: 1440, height: 900 });

  await press(page, table.getByRole('button', { name: `Put ${second.cell} back` }));
  await expect(patch.getByRole('listitem')).toHaveCount(1);
  await expect(answer('Edit')).toBeVisible();
});

test('a list with long texts and other scripts keeps one line per row, and is sent as edited in the table', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack);
  const rows = Array.from({ length: 40 }, (_, index) => ({
    who: index % 2 === 0 ? `陈明远 ${String(index)}` : `مراد الحسن ${String(index)}`,
    days: index,
    note: `A note of an agent that does not know when to stop, number ${String(index)}. `.repeat(4),
  }));
  const prompt = await asking.ask('call_Yk3Xr0T9vQm2LpB7sNaW4dHcT', {
    ask: 'Grant this leave?',
    payload: { leave: rows },
    upContext: {
      schema: {
        type: 'object',
        properties: {
          leave: {
            type: 'array',
            title: 'Leave',
            items: {
              type: 'object',
              required: ['who', 'days'],
              properties: {
                who: { type: 'string', title: 'Who', readOnly: true },
                note: { type: 'string', title: 'Note', readOnly: true },
                days: { type: 'integer', title: 'Days', minimum: 0, maximum: 60 },
              },
            },
          },
        },
      },
    },
  });
  await page.goto(`${stack.url}/inbox/${encodeURIComponent(prompt.id)}`);
  const { panel, answer, send, expectDelivered } = inbox(page);
  await answer('Edit').click();
  const table = panel.getByRole('region', { name: 'Leave' }).getByRole('table');
  // First the name, then the editable columns. The read-only ones, too wide next to them, have one line below them.
  const expectHeads = (names: string[]) =>
    expect(table.getByRole('columnheader')).toContainText(names);
  const expectHeight = async (px: number) => {
    for (const place of [1, 2, 39]) {
      const box = await table.locator('tbody').getByRole('row').nth(place).boundingBox();
      expect(box?.height, `row ${String(place)}`).toBeLessThanOrEqual(px);
    }
  };
  await expectHeads(['Row', 'Who', 'Days, proposed', 'Yours', 'Move or remove']);
  await expect(table.getByRole('definition').first()).toContainText('A note of an agent');
  await expectHeight(33);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await expectHeads(['Row', 'Who', 'Days, proposed', 'Yours', 'Note', 'Move or remove']);
  await expectHeight(33);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectHeads(['Row', 'Who', 'Days, proposed', 'Yours', 'Move or remove']);
  await table.getByLabel('Days 3', { exact: true }).fill('12');
  const patch = panel.getByRole('region', { name: 'Changes to the proposal' });
  await expect(patch.getByRole('listitem')).toHaveText(['陈明远 2: Days 2 → 12']);
  await send('Send 1 edit').click();
  await expectDelivered();
  const [feedback] = answersAt(asking.agent);
  expect(feedback).toMatchObject({
    type: 'edit',
    content: { patch: [{ op: 'replace', path: '/leave/2/days', value: 12 }] },
  });
  await asking.close();
});

test('words of a list have the room that its figures leave', async ({ console: page, stack }) => {
  const asking = await startAsking(stack);
  const skills = ['React', 'Payment flows of the old shop'].map((name) => ({ name, years: 5 }));
  const prompt = await asking.ask('call_Yk3Xr0T9vQm2LpB7sNaW4dHc9', {
    ask: 'Are these the skills?',
    payload: { skills },
    upContext: {
      schema: {
        type: 'object',
        properties: {
          skills: {
            type: 'array',
            title: 'Skills',
            items: {
              type: 'object',
              properties: {
                name: { type: 'string', title: 'Skill' },
                years: { type: 'integer', title: 'Years' },
              },
            },
          },
        },
      },
    },
  });
  await page.goto(`${stack.url}/inbox/${encodeURIComponent(prompt.id)}`);
  const { panel, answer } = inbox(page);
  await answer('Edit').click();
  const field = panel.getByLabel('Skill 2', { exact: true });
  await expect(field).toBeVisible();
  expect(await field.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(
    true,
  );
  await asking.close();
});

/** A list of grants with a field for each of these members. */
const grantsWith = (fields: Record<string, unknown>, row: Record<string, unknown>) => ({
  payload: {
    grants: Array.from({ length: 4 }, (_, index) => ({
      account: `svc-payments-eu-${String(index)}`,
      ...row,
      reason: 'Rotation of the keys that were issued before the migration',
    })),
  },
  upContext: {
    schema: {
      type: 'object',
      properties: {
        grants: {
          type: 'array',
          title: 'Grants',
          items: {
            type: 'object',
            properties: {
              account: { type: 'string', title: 'Account', readOnly: true },
              ...fields,
              reason: { type: 'string', title: 'Reason', readOnly: true },
            },
          },
        },
      },
    },
  },
});

test('a table with secrets, or with many fields, is edited without a field below another column', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack);
  const secret = await asking.ask('call_Yk3Xr0T9vQm2LpB7sNaW4dHc1', {
    ask: 'Grant these?',
    ...grantsWith(
      {
        token: { type: 'string', title: 'Token', format: 'password' },
        days: { type: 'integer', title: 'Days', minimum: 1, maximum: 90 },
      },
      { token: 'hunter2hunter2', days: 30 },
    ),
  });
  const many = await asking.ask('call_Yk3Xr0T9vQm2LpB7sNaW4dHc2', {
    ask: 'Grant these too?',
    ...grantsWith(
      {
        role: { type: 'string', title: 'Role', enum: ['reader', 'writer', 'administrator'] },
        days: { type: 'integer', title: 'Days' },
        from: { type: 'string', title: 'From', format: 'date' },
        calls: { type: 'integer', title: 'Calls' },
        token: { type: 'string', title: 'Token', format: 'password' },
      },
      { role: 'reader', days: 30, from: '2026-11-23', calls: 5, token: 'hunter2hunter2' },
    ),
  });
  const { panel, answer } = inbox(page);
  const table = panel.getByRole('region', { name: 'Grants' }).getByRole('table');
  await page.goto(`${stack.url}/inbox/${encodeURIComponent(secret.id)}`);
  await answer('Edit').click();
  for (const size of desks) {
    await page.setViewportSize(size);
    await expect.poll(() => hiddenIn(table), `at ${String(size.width)}`).toEqual([]);
  }
  // A change keeps the arrangement: no column moves while it is edited.
  await page.setViewportSize({ width: 1280, height: 720 });
  const next = table.getByLabel('Days 2', { exact: true });
  await next.scrollIntoViewIfNeeded();
  const before = await next.boundingBox();
  await table.getByLabel('Days 1', { exact: true }).fill('45');
  await expect(table.locator('del').first()).toBeVisible();
  const after = await next.boundingBox();
  expect([after?.x, after?.width]).toEqual([before?.x, before?.width]);

  await page.goto(`${stack.url}/inbox/${encodeURIComponent(many.id)}`);
  await answer('Edit').click();
  for (const size of desks) {
    await page.setViewportSize(size);
    // Five fields can need more than there is: what gets focus is scrolled into view as a whole.
    await expect
      .poll(async () => (await hiddenIn(table)).filter((fault) => !fault.startsWith('scrolls')))
      .toEqual([]);
  }
  await asking.close();
});
