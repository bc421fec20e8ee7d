import type { Policy } from '@countersign/api/settings/policy';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { desk } from './pages/desk.ts';

test.use({ stackOptions: { crew: false } });
// Each test signs several people in and runs axe several times.
test.describe.configure({ timeout: 180_000 });

const section = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: 'Sections of the settings' })
    .getByRole('link', { name, exact: true });

test('an operator is added, signs in with the token that is shown once, is changed and removed', async ({
  browser,
  console: page,
  stack,
}) => {
  await page.goto(`${stack.url}/settings/operators`);
  await expect(page.getByText('No operators yet')).toBeVisible();
  await expect(page.getByText('Cannot be changed or removed.')).toBeVisible();
  await page.getByRole('button', { name: 'Add an operator' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an operator' });
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByLabel('Name').fill('Mei Tanaka');
  await expect(dialog.getByLabel(/^Id/)).toHaveValue('mei-tanaka');
  await dialog.getByLabel('Groups').fill('leads, night-shift');
  await dialog.getByRole('button', { name: 'Add' }).click();
  const once = page.getByRole('dialog', { name: 'Mei Tanaka can sign in now' });
  const token = await once.getByLabel('Token').inputValue();
  await once.getByRole('button', { name: 'I have it' }).click();
  await expect(page.getByText('Operator · leads, night-shift')).toBeVisible();

  const context = await browser.newContext();
  const hers = await context.newPage();
  await hers.goto(`${stack.url}/sign-in`);
  await hers.getByLabel('Token').fill(token);
  await hers.keyboard.press('Enter');
  await expect(hers.getByRole('button', { name: 'Operator Mei Tanaka' })).toBeVisible();

  await page.getByRole('button', { name: 'Add an operator' }).click();
  await dialog.getByLabel('Name').fill('Mei Tanaka');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog.getByText('There is already an operator with this id')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Edit Mei Tanaka' }).click();
  const change = page.getByRole('dialog', { name: 'Edit Mei Tanaka' });
  await change.getByLabel('Role').selectOption('viewer');
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Viewer · leads, night-shift')).toBeVisible();
  await hers.getByRole('button', { name: 'Operator Mei Tanaka' }).click();
  await expect(hers.getByText('Viewer', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Remove Mei Tanaka' }).click();
  await page.getByRole('button', { name: 'Remove operator' }).click();
  await expect(page.getByText('No operators yet')).toBeVisible();
  await expect(hers).toHaveURL(/\/sign-in/);
  await context.close();
});

test('two administrators change the policy: the second sees both versions and chooses', async ({
  browser,
  console: page,
  stack,
}) => {
  const sara = await desk(browser, stack, { id: 'sara', name: 'Sara Okafor', role: 'admin' });
  const before = await stack.api<Policy>('/api/policy');
  for (const each of [page, sara.page]) await each.goto(`${stack.url}/settings/policy`);
  const critical = (each: Page) => each.getByRole('region', { name: 'Critical' });
  const lease = (each: Page) => critical(each).getByLabel('A claim lasts', { exact: true });
  const save = (each: Page) => each.getByRole('button', { name: 'Save as the next version' });
  await expect(save(page)).toBeDisabled();

  await lease(page).fill('90');
  await save(page).click();
  await expect(page.getByText('From 5 seconds to 1 hour').first()).toBeVisible();
  await expect(lease(page)).toBeFocused();
  await expectAccessible(page, 'policy with a fault');
  await lease(page).fill('7');

  await lease(sara.page).fill('3');
  await save(sara.page).click();
  await expect(
    sara.page.getByText(`Version ${before.version + 1} applies to questions`),
  ).toBeVisible();
  await expect(lease(page)).toHaveValue('7');
  await save(page).click();
  const reported = page.getByRole('alert').filter({ hasText: 'Sara Okafor saved version' });
  await expect(reported.getByRole('row')).toContainText(['Setting', /A claim lasts.*3 min.*7 min/]);
  await expectAccessible(page, 'policy conflict');
  await reported.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(page.getByText(`Version ${before.version + 2} applies to questions`)).toBeVisible();

  // An unedited form takes over the new version; then Sara takes the other version instead of the own one.
  await expect(lease(sara.page)).toHaveValue('7');
  await lease(sara.page).fill('8');
  await lease(page).fill('9');
  await save(page).click();
  await expect(page.getByText(`Version ${before.version + 3} applies to questions`)).toBeVisible();
  await save(sara.page).click();
  await sara.page.getByRole('button', { name: 'Use theirs' }).click();
  await expect(lease(sara.page)).toHaveValue('9');
  const after = await stack.api<Policy>('/api/policy');
  expect(after).toMatchObject({ version: before.version + 3, updatedBy: 'admin' });
  expect(after.classes.critical.claimLeaseMs).toBe(540_000);
  await sara.context.close();
});

test('escalation steps are set by keyboard only, and a group without people is named', async ({
  console: page,
  stack,
}) => {
  await stack.api('/api/operators', {
    body: { id: 'mei', name: 'Mei', role: 'operator', groups: ['leads'] },
  });
  await page.goto(`${stack.url}/settings/policy`);
  const major = page.getByRole('region', { name: 'Major' });
  await major.getByRole('button', { name: 'Add a step' }).focus();
  await page.keyboard.press('Enter');
  const group = major.getByRole('textbox', { name: 'Step 1: group' });
  await group.focus();
  await page.keyboard.type('leaders');
  await expect(major.getByText('Nobody is in the group leaders now.')).toBeVisible();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('leads');
  await expect(major.getByText('Nobody is in the group')).toBeHidden();
  await major.getByRole('button', { name: 'Add a step' }).focus();
  await page.keyboard.press('Enter');
  await major.getByRole('combobox', { name: 'Step 2: do' }).focus();
  await page.keyboard.press('End');
  await expect(major.getByRole('textbox', { name: 'Step 2: group' })).toBeHidden();
  await expectAccessible(page, 'policy with a ladder');
  await group.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Version \d+ applies to questions/)).toBeVisible();
  const { classes } = await stack.api<Policy>('/api/policy');
  expect(classes.major.steps).toEqual([
    { to: 'group', afterMs: 600_000, group: 'leads' },
    { to: 'default', afterMs: 600_000 },
  ]);
});

test('appearance and keys are personal; every role sees all sections, with a note about what it may not change', async ({
  browser,
  stack,
}) => {
  const vera = await desk(browser, stack, { id: 'vera', name: 'Vera Lind', role: 'viewer' });
  const { page } = vera;
  await page.goto(`${stack.url}/settings`);
  await expect(page).toHaveURL(/\/settings\/general/);
  await expect(page.getByText('Viewers are not notified')).toBeVisible();
  for (const mode of ['Dark', 'Light']) {
    await page.getByRole('button', { name: mode, exact: true }).click();
    await expect(page.locator('html.dark')).toHaveCount(mode === 'Dark' ? 1 : 0);
  }
  await page.getByRole('checkbox', { name: /^Go to tasks/ }).click();
  await page.locator('body').click({ position: { x: 700, y: 5 } });
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await expect(page).toHaveURL(/\/settings\/general/);
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await expect(page).toHaveURL(/\/inbox/);

  await page.goto(`${stack.url}/settings`);
  await section(page, 'Escalation policy').click();
  await expect(page.getByText('Only an administrator may change this.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Critical' })).toContainText('2 min');
  await expectAccessible(page, 'policy of a viewer');
  for (const [name, title] of [
    ['Operators', 'People and groups'],
    ['Webhooks', 'Webhooks'],
  ] as const) {
    await section(page, name).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByText('Only an administrator may see this.')).toBeVisible();
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(section(page, 'Webhooks')).toBeInViewport();
  await vera.context.close();
});
