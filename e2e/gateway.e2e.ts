import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectAccessibleInBoth, expectFitsPhone } from './pages/page-checks.ts';
import type { Stack } from './stack.ts';

test.use({ stackOptions: { crew: false } });
test.describe.configure({ timeout: 120_000 });

const gateway = '/agents/registry/gateway';
const painter = {
  ...{ name: 'painter', protocol: 'http', host: '10.0.0.5', port: 8443, agent_protocol: 'hai' },
  agent_info: { agent_descriptor: { name: 'Painter', url: 'http://10.0.0.5:8443/run' } },
};
const register = (stack: Stack) => stack.api('/api/uap/services', { body: painter });
const row = (page: Page) => page.getByRole('list', { name: /Routes and policies|路由与策略/ });

/** Opens the painter to callers in the dialog. */
async function open(page: Page) {
  await page.getByRole('button', { name: 'Open a service' }).click();
  const dialog = page.getByRole('dialog', { name: 'Open a service to callers' });
  await dialog.getByLabel('Service').fill('painter');
  return dialog;
}

test('a service is opened to callers, changed, and closed', async ({ console: page, stack }) => {
  await register(stack);
  await page.goto(`${stack.url}/agents/registry/services`);
  await page.getByRole('link', { name: 'Gateway' }).click();
  await expect(page).toHaveURL(new RegExp(`${gateway}$`));
  await expect(page.getByText('No service is open to callers')).toBeVisible();
  await expectAccessibleInBoth(page, 'a gateway without routes');

  const dialog = await open(page);
  // Name and host follow the service.
  await expect(dialog.getByLabel('Name of the route')).toHaveValue('to-painter');
  await expect(dialog.getByLabel('Hosts that may be called')).toHaveValue('10.0.0.5:8443');
  await dialog.getByLabel('Calls in a minute').fill('0');
  await dialog.getByLabel('Calls in a minute').blur();
  await expect(dialog.getByText('A whole number from 1 to 10,000')).toBeVisible();
  await dialog.getByLabel('Calls in a minute').fill('5');
  await dialog.getByLabel('Registrants that may call').fill('demo-crew');
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(row(page)).toContainText('demo-crew');
  await expect(row(page)).toContainText('a person allows each call');
  await expect(row(page)).toContainText('5 calls a minute per caller');

  // What the console does not change is sent back.
  const path = '/api/gateway/policies/to-painter';
  const { items } = await stack.api<{ items: Record<string, unknown>[] }>('/api/gateway/policies');
  const { route: _, service: __, ...policy } = items[0] ?? {};
  await stack.api(path, { method: 'PUT', body: { ...policy, agent: 'own-painter' } });
  await expect(row(page)).toContainText('called as the agent Own painter', {
    timeout: 20_000,
  });
  await page.getByRole('button', { name: 'Change the policy of to-painter' }).click();
  const edit = page.getByRole('dialog', { name: 'Policy of to-painter' });
  await edit.getByRole('checkbox', { name: 'Every registrant may call' }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(row(page)).toContainText('Every registrant');
  await expect(row(page)).toContainText('called as the agent Own painter');

  await page.getByRole('button', { name: 'Remove the policy of to-painter' }).click();
  await page.getByRole('button', { name: 'Remove policy' }).click();
  await expect(row(page)).toContainText('Nobody may call');
  await expect(page.getByText('The policy of to-painter was removed')).toBeVisible();
  await expect(page.getByText('The policy of to-painter was set, for painter')).toHaveCount(3);
  await expect(page.getByText('Route to-painter was added, to painter')).toBeVisible();
  await expectAccessibleInBoth(page, 'what has become of routes');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Remove the route to-painter' }).click();
  await page.getByRole('button', { name: 'Remove route' }).click();
  await expect(page.getByText('No service is open to callers')).toBeVisible();
});

const meanwhile = [
  {
    ...{ locale: 'en-US', change: 'Change the policy of to-painter', rate: 'Calls in a minute' },
    ...{ save: 'Save', changed: 'Another administrator has changed this policy' },
    ...{ kept: 'Your changes are kept here.', take: 'Use the current policy' },
    ...{ remove: 'Remove the policy of to-painter', yes: 'Remove policy' },
    ...{ left: 'Not removed.', nobody: 'Nobody may call' },
    ...{ removeRoute: 'Remove the route to-painter' },
  },
  {
    ...{ locale: 'zh-CN', change: '修改 to-painter 的策略', rate: '每分钟调用次数' },
    ...{ save: '保存', changed: '另一位管理员已更改此策略' },
    ...{ kept: '你输入的内容已保留。', take: '采用现有策略' },
    ...{ remove: '移除 to-painter 的策略', yes: '移除策略' },
    ...{ left: '未移除。', nobody: '无人可调用' },
    ...{ removeRoute: '移除路由 to-painter' },
  },
];
for (const said of meanwhile) {
  const { locale, change, rate, save, changed, kept } = said;
  test.describe(`meanwhile, in ${locale}`, () => {
    test.use({ locale });
    test('another administrator changes the policy: both are seen, and one is saved', async ({
      console: page,
      stack,
    }) => {
      await register(stack);
      const policy = { callers: ['*'], approval: true, hosts: ['10.0.0.5:8443'] };
      const put = (path: string, body: object) =>
        stack.api<{ version: number }>(`/api/gateway/${path}/to-painter`, { method: 'PUT', body });
      await put('routes', { service: 'painter', agentProtocol: '' });
      const first = { ...policy, callerMayAnswer: false, callsPerMinute: 5 };
      await put('policies', first);
      await page.goto(`${stack.url}${gateway}`);
      await page.getByRole('button', { name: change }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(rate).fill('7');
      /** As another administrator does it, who has seen the current policy. */
      const theirs = async (callsPerMinute: number) => {
        const { items } = await stack.api<{ items: { version: number }[] }>(
          '/api/gateway/policies',
        );
        await put('policies', { ...first, callsPerMinute, version: items[0]?.version });
      };
      await theirs(9);
      await dialog.getByRole('button', { name: save, exact: true }).click();
      const conflict = dialog.getByRole('alert');
      await expect(conflict).toContainText(changed);
      await expect(conflict).toContainText(kept);
      // Only what differs.
      await expect(conflict.getByRole('row')).toHaveCount(2);
      await expect(conflict.getByRole('rowheader', { name: rate })).toBeVisible();
      await expect(conflict.getByRole('cell')).toHaveText(['9', '7']);
      await expect(dialog.getByLabel(rate)).toHaveValue('7');
      // All of it is on screen, and so is the button that saves again.
      await expect(conflict.getByRole('button', { name: said.take })).toBeInViewport({ ratio: 1 });
      await expect(dialog.getByRole('button', { name: save, exact: true })).toBeInViewport();
      await expectAccessibleInBoth(page, `a policy that was changed meanwhile, ${locale}`);
      await page.setViewportSize({ width: 390, height: 844 });
      const beyond = await dialog
        .locator('form')
        .evaluate(({ parentElement: body }) => (body?.scrollWidth ?? 0) - (body?.clientWidth ?? 0));
      expect(beyond).toBeLessThanOrEqual(0);
      await page.setViewportSize({ width: 1440, height: 900 });

      // Once more before it is saved again: what was shown is not what would be replaced.
      await theirs(11);
      await dialog.getByRole('button', { name: save, exact: true }).click();
      await expect(conflict.getByRole('cell')).toHaveText(['11', '7']);
      await dialog.getByRole('button', { name: save, exact: true }).press('Enter');
      await expect(dialog).toBeHidden();
      await expect(row(page)).toContainText(/\b7\b/);
      await expect(page.getByRole('button', { name: change })).toBeFocused();

      await page.getByRole('button', { name: said.remove }).click();
      await theirs(13);
      await dialog.getByRole('button', { name: said.yes }).click();
      await expect(conflict).toContainText(said.left);
      await expect(conflict.getByRole('cell')).toHaveText(['13', '7']);
      await expectAccessibleInBoth(page, `a removal of a policy that has changed, ${locale}`);
      await dialog.getByRole('button', { name: said.yes }).press('Enter');
      await expect(dialog).toBeHidden();
      await expect(row(page)).toContainText(said.nobody);
      await expect(page.getByRole('button', { name: said.removeRoute })).toBeFocused();
    });
  });
}

test('a request is previewed, and then sent', async ({ console: page, stack }) => {
  await register(stack);
  await page.goto(`${stack.url}${gateway}`);
  const dialog = await open(page);
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('link', { name: 'Try a call to painter' }).click();
  await expect(page.getByLabel('Service')).toHaveValue('painter');
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await expect(send).toBeDisabled();
  await page.getByLabel('Request').fill('{"method":');
  await expect(page.getByText(/line 1/i)).toBeVisible();
  await page.getByRole('button', { name: 'Fill in an example' }).click();
  const text = await page.getByLabel('Request').inputValue();
  const request = JSON.parse(text);
  request.params.configuration = { acceptedOutputModes: ['text/plain'] };
  await page.getByLabel('Request').fill(JSON.stringify(request, null, 2));
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('A2A to HAI')).toBeVisible();
  await expect(page.getByText('the media types that the caller accepts')).toBeVisible();
  await expect(page.getByText('POST http://10.0.0.5:8443/run')).toBeVisible();
  await expectAccessibleInBoth(page, 'a preview of a call');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFitsPhone(page, 'a preview of a call');

  // Nothing else than what was previewed is sent.
  await page.getByLabel('Request').press('End');
  await page.getByLabel('Request').pressSequentially(' ');
  await expect(page.getByText('The request has changed since the preview.')).toBeVisible();
  await expect(send).toBeDisabled();
  await page.getByRole('button', { name: 'Preview' }).press('Enter');
  await expect(send).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Preview' })).toBeFocused();
  await send.press('Enter');
  // The policy of a new route has a person allow each call.
  await expect(page.getByText('It waits for approval in the inbox.')).toBeVisible();
  // The button is off now: the focus is on what came of it.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Open the inbox' })).toBeFocused();
  await expectAccessibleInBoth(page, 'a call that was sent');
  await page.getByRole('link', { name: 'Open the inbox' }).click();
  await expect(page.getByText(/May .* call painter\?/).first()).toBeVisible();
});

test('a call that is refused says why, before it is sent', async ({ console: page, stack }) => {
  // Over plain HTTP, as on the phone of an operator, browsers have no such ids.
  await page.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, 'randomUUID'));
  await page.goto(`${stack.url}${gateway}?try=nobody`);
  await page.getByRole('button', { name: 'Fill in an example' }).click();
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('No service nobody is registered.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });
  test('the gateway has all its texts', async ({ console: page, stack }) => {
    await register(stack);
    await page.goto(`${stack.url}${gateway}?try=painter`);
    await page.getByRole('button', { name: '填入示例' }).click();
    await page.getByRole('button', { name: '预览' }).click();
    await expect(page.getByText('没有通往 painter 的路由。')).toBeVisible();
    await page.goto(`${stack.url}${gateway}`);
    await expect(page.getByText('没有向调用方开放的服务')).toBeVisible();
    await page.getByRole('button', { name: '开放服务' }).click();
    await page.getByRole('dialog').getByLabel(/^服务/).fill('painter');
    await page.getByRole('button', { name: '开放', exact: true }).click();
    await expect(page.getByText('添加了路由 to-painter，指向 painter')).toBeVisible();
    await page.getByRole('link', { name: '试调用 painter' }).click();
    await page.getByRole('button', { name: '填入示例' }).click();
    await page.getByRole('button', { name: '预览' }).click();
    await expect(page.getByText('此请求没有任何内容丢失。')).toBeVisible();
  });
});
