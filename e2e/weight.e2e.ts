import { expect, test } from './fixtures.ts';

test.use({ fetchesAhead: true, stackOptions: { crew: false } });

test('a first visit reads each list once, and every script comes compressed', async ({
  console: page,
  stack,
}) => {
  const asked: string[] = [];
  const plain: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/api/')) asked.push(pathname);
    const size = Number(response.headers()['content-length'] ?? 0);
    const coding = response.headers()['content-encoding'];
    if (/\.(js|css)$/.test(pathname) && size > 1_024 && coding !== 'br') {
      plain.push(`${pathname} ${String(coding)} ${String(size)}`);
    }
  });
  await page.goto(`${stack.url}/inbox`);
  await expect(page.getByText('Connection: Live')).toBeVisible();
  // Going elsewhere and back does not request the list again.
  const main = page.getByRole('navigation', { name: 'Main' }).first();
  await main.getByRole('link', { name: 'Agents' }).click();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Agents');
  await main.getByRole('link', { name: 'Inbox' }).click();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Inbox');
  for (const list of ['/api/queue', '/api/me']) {
    expect(asked.filter((path) => path === list)).toHaveLength(1);
  }
  expect(plain).toEqual([]);
});
