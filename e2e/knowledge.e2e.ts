import { expect, test } from './fixtures.ts';
import { startHiring } from './pages/console.ts';
import {
  absorbAll,
  concept,
  contradict,
  finishHiring,
  hireOnce,
  noteMemory,
  pack,
  receive,
} from './pages/knowledge-seed.ts';
import { expectAccessibleInBoth, expectFitsPhone } from './pages/page-checks.ts';

test.describe.configure({ timeout: 240_000 });

const hostile = 'PCI <img src=x onerror=alert(1)> \u202egnp.exe {{amount}} [EMAIL_1]';

test('a correction is approved, given to the next run, and its question is not left open', async ({
  console: page,
  stack,
}) => {
  await hireOnce(stack);
  await page.goto(`${stack.url}/knowledge/corrections`);
  const list = page.getByRole('list', { name: 'Corrections' });
  await expect(async () => {
    await page.reload();
    await expect(list.getByText('Leipzig').first()).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByLabel('Select all listed').check();
  await page.getByRole('button', { name: /^Approve \d/ }).click();
  await expect(page.getByText(/^\d approved$/)).toBeVisible();
  await expect(page.getByText('No correction is waiting')).toBeVisible();

  const second = await startHiring(stack);
  await finishHiring(stack, second).catch(() => {});
  // The agent says why it does not ask, with the memory that it has it from.
  await page.goto(`${stack.url}/tasks/${second}`);
  const stream = page.getByRole('region', { name: 'Stream' });
  const thought = stream.getByRole('button', { name: /Thought/ });
  await thought.first().click();
  const reported = stream
    .locator('.think-body')
    .filter({ hasText: 'A person answered this before' });
  await expect(reported).toContainText('Leipzig, approved by Administrator');
  await expect(reported.getByRole('link', { name: 'memory' })).toHaveAttribute(
    'href',
    /^\/knowledge\/memories\/./,
  );
  await page.goto(`${stack.url}/knowledge/given`);
  const given = page.getByRole('list', { name: 'Runs' });
  await expect(async () => {
    await page.reload();
    await expect(given.getByText(/Not asked|Pre-filled/).first()).toBeVisible({
      timeout: 2_000,
    });
  }).toPass();
  await expect(given.getByText(/Approved by: Administrator/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Effect' }).click();
  await expect(page.getByText(/questions? avoided or pre-filled/)).toBeVisible();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('switch', { name: 'Give memories to runs' }).click();
  await page.getByRole('button', { name: 'Runs', exact: true }).click();
  await expect(page.getByText('Turned off: agents are given nothing.')).toBeVisible();
});

test.describe('without a crew', () => {
  test.use({ stackOptions: { crew: false } });

  test('memories are found, opened, edited and moved by keyboard, on a phone too', async ({
    console: page,
    stack,
  }) => {
    await page.goto(`${stack.url}/tasks`);
    await expect(page.getByText('Connection: Live')).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('k');
    await expect(page.getByText('No memories yet')).toBeVisible();
    await expectAccessibleInBoth(page, 'no memories');
    const id = await noteMemory(stack);
    await noteMemory(stack, { workflow_name: hostile, task_description: 'x'.repeat(4_000) });
    await page.reload();
    await expect(page.getByText('2 memories')).toBeVisible();
    await page.getByRole('searchbox').fill('contractor');
    await expect(page.getByText('1 memory', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: /Invite a contractor/ }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/knowledge/memories/${id}\\?words=contractor`));
    const panel = page.getByRole('region', { name: 'Memory' });
    await expect(panel.getByText('Ask where the work is').first()).toBeVisible();
    await panel.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Task', { exact: true }).fill('Find three, invite two.');
    await page.keyboard.press('Control+Enter');
    await expect(panel.getByText('Version 1 was replaced')).toBeVisible();
    await panel.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Move to the group' }).click();
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await expect(panel.getByText('Given to all agents of this server')).toBeVisible();
    await panel.getByRole('button', { name: 'Mark as wrong' }).click();
    await page.getByLabel('What is wrong with it?').fill('Two is not enough.');
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as wrong' }).click();
    await expect(panel.getByText('No longer valid').first()).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${stack.url}/knowledge/memories`);
    await expect(page.getByText('2 memories')).toBeVisible();
    await page.getByText(/PCI <img/).click();
    await expect(panel.getByText('⟨U+202E⟩', { exact: false }).first()).toBeVisible();
    await expectFitsPhone(page, 'a hostile memory');
    await page.goto(`${stack.url}/knowledge/memories/none`);
    await expect(page.getByText('Memory not found')).toBeVisible();
  });

  test('four search methods are shown side by side, and semantic says that it is lexical', async ({
    console: page,
    stack,
  }) => {
    await noteMemory(stack);
    await page.goto(`${stack.url}/knowledge/retrieval`);
    await expect(page.getByText('Enter words to see')).toBeVisible();
    await page.getByLabel('What should be found?').fill('invite contractors');
    await page.keyboard.press('Enter');
    const semantic = page.getByRole('region', { name: 'Semantic' });
    await expect(semantic.getByRole('link', { name: 'Invite a contractor' })).toBeVisible();
    await expect(semantic.getByText('Without a model, this compares words')).toBeVisible();
    await expect(page.getByRole('region', { name: 'By links' })).toBeVisible();
    await expect(page).toHaveURL(/q=invite/);
  });

  test('what leaves is shown in four steps, and leaves after an approval', async ({
    console: page,
    stack,
  }) => {
    const id = await noteMemory(stack);
    await page.goto(`${stack.url}/knowledge/memories/${id}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Extract to share' }).click();
    const preview = page.getByRole('region', { name: 'What would be shared' });
    await expect(preview.getByText(/\[EMAIL_1\]/).first()).toBeVisible();
    await preview.getByRole('button', { name: 'Submit for approval' }).click();
    const list = page.getByRole('list', { name: 'Extractions' });
    const last = list.getByRole('region', { name: 'Standardised' });
    await expect(last.getByText(/\{\{amount\}\}/).first()).toBeVisible();
    await expect(last.getByText('ada.meyer')).toHaveCount(0);
    await page.setViewportSize({ width: 390, height: 844 });
    // But for a part of a pixel: its width is no whole number.
    await expect(page.getByRole('link', { name: /^Extraction/ })).toBeInViewport({ ratio: 0.99 });
    await list.getByRole('button', { name: 'Edit, then approve' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit what is shared' });
    await dialog.getByLabel('Title').fill('Ask ada.meyer@example.org');
    await dialog.getByRole('button', { name: 'Approve and share' }).click();
    await expect(dialog.getByText(/the rule email still finds something/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await list.getByRole('button', { name: 'Approve and share' }).click();
    const sure = page.getByRole('dialog', { name: 'Share this knowledge?' });
    await sure.getByRole('button', { name: 'Approve and share' }).click();
    await expect(page.getByText('1 is shared')).toBeVisible();
    await page.goto(`${stack.url}/knowledge/exchange`);
    await expect(page.getByText('approved by Administrator')).toBeVisible();
  });

  test('a contradiction is asked in the inbox, and both sides are shown here', async ({
    console: page,
    stack,
  }) => {
    await receive(stack, [concept('k-1', 'PCI reuse is allowed in 3 cells')]);
    await page.goto(`${stack.url}/knowledge/incoming`);
    await expect(page.getByText('New: it is stored')).toBeVisible();
    await expect(page.getByText('Not signed')).toBeVisible();
    await page.getByRole('button', { name: 'Absorb', exact: true }).click();
    await expect(page.getByText('1 absorbed')).toBeVisible();
    await receive(stack, [concept('k-2', 'PCI reuse is not allowed in 3 cells')]);
    await page.reload();
    await expect(page.getByText('A question in the inbox: both stay pending')).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await absorbAll(stack);
    await page.getByRole('button', { name: 'Contradictions' }).click();
    const item = page.getByRole('list', { name: 'Contradictions' });
    await expect(item.getByText('PCI reuse is not allowed in 3 cells').first()).toBeVisible();
    await item.getByRole('button', { name: 'Raise to critical' }).click();
    await expect(item.getByRole('img', { name: 'critical' })).toBeVisible();
    await item.getByRole('link', { name: 'Answer in the inbox' }).click();
    await expect(page).toHaveURL(/\/inbox\//);
  });

  test('a seed pack is checked, shown with its conflicts, and taken in one step', async ({
    console: page,
    stack,
  }) => {
    await contradict(stack);
    await page.goto(`${stack.url}/knowledge/packs`);
    await expect(page.getByText('No pack has been imported yet')).toBeVisible();
    const paste = page.getByLabel('Or paste a pack as JSON');
    const bad = { ...pack, items: [...pack.items, { memory_type: 'poem', content: {} }] };
    await paste.fill(JSON.stringify(bad));
    await page.getByRole('button', { name: 'Check' }).click();
    await expect(page.getByText('1 fault: nothing can be imported')).toBeVisible();
    await expect(page.getByText('/items/2/memory_type')).toBeVisible();
    await paste.fill(JSON.stringify(pack));
    await page.getByRole('button', { name: 'Check' }).click();
    await expect(page.getByText('Valid, 2 memories')).toBeVisible();
    await expectAccessibleInBoth(page, 'a seed pack');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectFitsPhone(page, 'a seed pack');
    await page.getByRole('button', { name: 'Import 2 memories' }).click();
    await expect(page.getByText('The pack was imported')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Imported packs' })).toContainText('ran-basics');
  });

  test('viewers see everything and are offered nothing', async ({ browser, stack }) => {
    const { token } = await stack.api<{ token: string }>('/api/operators', {
      body: { id: 'vera', name: 'Vera', role: 'viewer' },
    });
    const id = await noteMemory(stack);
    const { seat } = await import('./pages/desk.ts');
    const { page } = await seat(browser, stack, token);
    await page.goto(`${stack.url}/knowledge/memories/${id}`);
    await expect(page.getByText('Ask where the work is').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Add a memory' })).toHaveCount(0);
    await page.goto(`${stack.url}/knowledge/incoming`);
    await expect(page.getByText('You can view everything here')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Upload knowledge' })).toHaveCount(0);
  });
});
