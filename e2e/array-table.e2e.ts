import { expect, test } from './fixtures.ts';
import { answersAt, startAsking } from './pages/asking.ts';
import { inbox, openPrompt } from './pages/console.ts';
import { press, settleFocus } from './pages/keyboard.ts';
import { expectAccessibleInBoth, expectFitsPhone } from './pages/page-checks.ts';
import { startTask } from './pages/task-page.ts';

test.describe.configure({ timeout: 240_000 });

const alarm = 'Downlink rate dropped at cell NTO-0440-2, seed 1';
interface Plan {
  assignments: { cell: string; now: number; proposed: number }[];
}

test('the plan of the radio crew is edited in a table, by keyboard', async ({
  console: page,
  stack,
}) => {
  const taskId = await startTask(stack, 'radio-master', alarm);
  const { id, message } = await openPrompt(stack, taskId, 'blocking');
  const { assignments } = message.payload as unknown as Plan;
  const [first, second] = assignments;
  if (first === undefined || second === undefined) throw new Error('a plan of one cell');
  await page.goto(`${stack.url}/inbox/${encodeURIComponent(id)}`);
  const { panel, answer } = inbox(page);
  await expect(panel.getByRole('heading', { level: 1 })).toBeVisible();
  await settleFocus(page);
  await page.keyboard.press('e');

  const table = panel.getByRole('region', { name: 'Assignments' }).getByRole('table');
  // The agent's text under a row also names other cells.
  const row = (cell: string) => table.locator('tr:not(.array-fault)').filter({ hasText: cell });
  await expect(table.getByRole('columnheader', { name: 'Proposed' })).toBeVisible();
  await expect(table.getByRole('columnheader', { name: 'Yours' })).toBeVisible();
  // Only editable fields are controls; every row is one line high.
  await expect(table.getByRole('textbox')).toHaveCount(assignments.length);
  for (const { cell } of assignments) {
    const box = await row(cell).first().boundingBox();
    expect(box?.height, cell).toBeLessThanOrEqual(33);
  }

  // Next to the queue of a small window, the last text ends before the tools of its row.
  await page.setViewportSize({ width: 1280, height: 720 });
  const last = row(first.cell).first().locator('td:has(+ .array-remove) .truncate');
  const tools = row(first.cell).first().locator('.array-remove');
  await expect
    .poll(async () => {
      const [text, place] = [await last.boundingBox(), await tools.boundingBox()];
      return text === null || place === null ? null : text.x + text.width <= place.x;
    })
    .toBe(true);
  await page.setViewportSize({ width: 1440, height: 900 });

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
  const patch = panel.getByRole('region', { name: 'Changes against the proposal' });
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
  // First the name, then the editable columns, then the read-only ones.
  await expect(table.getByRole('columnheader')).toContainText([
    ...['Row', 'Who', 'Days, proposed', 'Yours', 'Note', 'Move or remove'],
  ]);
  for (const place of [1, 2, 39]) {
    const box = await table.getByRole('row').nth(place).boundingBox();
    expect(box?.height, `row ${String(place)}`).toBeLessThanOrEqual(33);
  }
  await table.getByLabel('Days 3', { exact: true }).fill('12');
  const patch = panel.getByRole('region', { name: 'Changes against the proposal' });
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
