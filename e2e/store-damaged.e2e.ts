import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkpoint, damageTables } from '@countersign/bff/testing/damage';
import { expect, test } from './fixtures.ts';
import { expectAccessibleInBoth, expectFitsPhone } from './pages/page-checks.ts';

const data = mkdtempSync(join(tmpdir(), 'countersign-damaged-'));
test.use({ fetchesAhead: true, stackOptions: { crew: false, env: { COUNTERSIGN_DATA: data } } });

test('the console names the unreadable parts of the store, the consequences, and what to do', async ({
  console: page,
  stack,
}) => {
  const sign = page.getByRole('button', { name: 'Store damaged' });
  await page.goto(`${stack.url}/inbox`);
  await expect(page.getByText('Connection: Live')).toBeVisible();
  await expect(sign).toHaveCount(0);
  await stack.killServer('SIGTERM');
  checkpoint(data);
  damageTables(data, ['rules']);
  await stack.startServer();

  await expect(sign).toBeVisible();
  await expect(page.locator('.where [role="status"]')).toHaveText('Store damaged');
  await sign.click();
  const parts = page.getByRole('dialog', { name: 'Store damaged' });
  await expect(parts).toContainText('Rules cannot be read: no rule answers.');
  await expectAccessibleInBoth(page, 'damaged parts');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(parts).toBeVisible();
  await expectFitsPhone(page, 'damaged parts');

  await parts.getByRole('link', { name: 'More in the guide' }).click();
  await expect(parts).toHaveCount(0);
  const section = page.getByRole('heading', { name: 'When the store is damaged' });
  await expect(section).toBeInViewport();
});
