import { expect, test } from './fixtures.ts';

test.use({ stackOptions: { crew: false } });

test('the guide is part of the console: opened from the menu, with its pictures and the version', async ({
  console: page,
  stack,
}) => {
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(stack.url) && !request.url().startsWith('data:'))
      elsewhere.push(request.url());
  });
  await page.goto(`${stack.url}/inbox`);
  await page.getByRole('button', { name: /^Operator / }).click();
  await expect(page.getByText(/^Countersign \d+\.\d+\.\d+$/)).toBeVisible();
  await page.getByRole('menuitem', { name: 'Guide' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Guide for operators' })).toBeVisible();
  const pictures = page.getByRole('article').getByRole('img');
  expect(await pictures.count()).toBe(6);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  expect(elsewhere).toEqual([]);
});
