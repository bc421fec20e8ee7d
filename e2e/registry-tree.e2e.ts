import { expect, test } from './fixtures.ts';
import { expectAccessibleInBoth } from './pages/page-checks.ts';
import { registrantToken, type Stack } from './stack.ts';

test.use({ stackOptions: { crew: false } });
test.describe.configure({ timeout: 120_000 });

const painter = {
  ...{ name: 'painter', protocol: 'http', host: '10.0.0.5', port: 8443, agent_protocol: 'hai' },
  agent_info: { agent_descriptor: { name: 'Painter', description: 'Paints walls red.' } },
};

/** As a registry below this one sends it, with one below itself. */
const send = (stack: Stack) =>
  stack.api('/api/uap/tree/site', {
    token: registrantToken,
    body: {
      services: [
        painter,
        {
          ...{ ...painter, name: 'sculptor', port: 8444 },
          ...{ origin_registry: 'rack', origin_path: ['rack', 'site'] },
        },
      ],
    },
  });

test('the tree shows the registries below, what they have, and what is stale', async ({
  console: page,
  stack,
}) => {
  await page.goto(`${stack.url}/agents/registry/services`);
  await page.getByRole('link', { name: 'Tree' }).click();
  await expect(page.getByText('No registry is below this one.', { exact: false })).toBeVisible();
  await expect(page.getByText('This is the root')).toBeVisible();
  await expectAccessibleInBoth(page, 'a tree of one registry');
  await send(stack);
  await expect(page.getByRole('button', { name: 'rack' })).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: 'rack' }).click();
  await expect(page.getByText('sculptor')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  // What removes a registry is next to its name, however long the facts are.
  const middle = async (name: string) => {
    const box = await page.getByRole('button', { name, exact: true }).boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0) / 2;
  };
  const [site, forget, rack] = [
    await middle('site'),
    await middle('Forget site'),
    await middle('rack'),
  ];
  expect(Math.abs(forget - site)).toBeLessThan(rack - forget);
  await page.setViewportSize({ width: 1280, height: 800 });
  await stack.pass(61_000);
  await expect(page.getByText('Stale').first()).toBeVisible({ timeout: 20_000 });

  await page.goto(`${stack.url}/agents/registry/services?find=paint walls`);
  await expect(page.getByText('at the registry site')).toBeVisible();
  await page.goto(`${stack.url}/agents/registry/tree`);
  await page.getByRole('button', { name: 'Forget site' }).click();
  await page.getByRole('button', { name: 'Forget registry' }).click();
  await expect(page.getByRole('button', { name: 'rack' })).toHaveCount(0);
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });
  test('the tree has all its texts', async ({ console: page, stack }) => {
    await send(stack);
    await page.goto(`${stack.url}/agents/registry/tree`);
    await expect(page.getByText('这是根', { exact: false })).toBeVisible();
    await expect(page.getByText('由 registrant 发送', { exact: false })).toBeVisible();
  });
});
