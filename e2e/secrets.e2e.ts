import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { startAsking } from './pages/asking.ts';
import { openAt } from './pages/desk.ts';

test.use({ stackOptions: { crew: false } });

const secrets = ['top-S3CRET', 'deep-S3CRET', 'row-S3CRET-1', 'row-S3CRET-2'];
const secret = { type: 'string', format: 'password' };
const question = {
  ask: 'Shall I store these accesses?',
  allowed: ['approve', 'edit', 'reject', 'comment'],
  payload: {
    service: 'payments-api',
    token: secrets[0],
    extra: { production: { user: 'deploy', password: secrets[1] } },
    keys: [
      { name: 'ci', key: secrets[2] },
      { name: 'backup', key: secrets[3] },
    ],
  },
  upContext: {
    schema: {
      type: 'object',
      properties: {
        service: { type: 'string' },
        token: secret,
        extra: {
          type: 'object',
          additionalProperties: {
            type: 'object',
            properties: { user: { type: 'string' }, password: secret },
          },
        },
        keys: {
          type: 'array',
          items: { type: 'object', properties: { name: { type: 'string' }, key: secret } },
        },
      },
    },
  },
};

/** Which of the secrets are in the page: as text, in an attribute, or in a field that shows what it holds. */
const leaksIn = (page: Page) =>
  page.evaluate((words) => {
    const shown = [...document.querySelectorAll('input, textarea')].flatMap((field) =>
      (field instanceof HTMLInputElement && field.type !== 'password') ||
      field instanceof HTMLTextAreaElement
        ? [field.value]
        : [],
    );
    const attributes = [...document.querySelectorAll('body *')].flatMap((element) =>
      [...element.attributes].flatMap(({ name, value }) =>
        name === 'value' && element.getAttribute('type') === 'password' ? [] : [value],
      ),
    );
    const all = [document.body.textContent ?? '', ...shown, ...attributes].join('\n');
    return words.filter((word) => all.includes(word));
  }, secrets);

test('what a schema marks as secret is in no part of a question until it is requested', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack);
  const prompt = await asking.ask('accesses', question);
  await openAt(page, stack, prompt.id);
  const panel = page.getByRole('main');
  await expect(panel.getByText('payments-api')).toBeVisible();
  expect(await leaksIn(page), 'table').toEqual([]);
  await expectAccessible(page, 'secrets');
  await panel.getByText('JSON', { exact: true }).click();
  await expect(panel.getByText('payments-api')).toBeVisible();
  expect(await leaksIn(page), 'JSON').toEqual([]);
  await panel.getByText('Table', { exact: true }).click();
  for (const answer of ['Edit', 'Comment', 'Reject', 'Approve']) {
    await page
      .getByRole('button', { name: new RegExp(`^${answer}`) })
      .first()
      .click();
    expect(await leaksIn(page), answer).toEqual([]);
  }
  await page.getByRole('button', { name: /^Show/ }).first().click();
  expect((await leaksIn(page)).length).toBeGreaterThan(0);
  await asking.close();
});
