import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { clippedTexts, cutWithoutTitle } from './pages/clipped-text.ts';
import { startHiring } from './pages/console.ts';
import { englishTexts } from './pages/english-text.ts';
import { fillKnowledge } from './pages/knowledge-seed.ts';
import { environmentEnv, type Robot, registerRobot, startRobot } from './pages/robot.ts';

test.describe.configure({ timeout: 300_000 });

const widths = [390, 1024, 1440] as const;
const locales = ['en-GB', 'zh-CN'] as const;

/** A page, or what a button on it opens; its name in both languages. */
type Part = string | readonly [path: string, button: RegExp];

/** What does not fit or is in another language, in parts of the console, at three widths. axe runs once for each. */
async function faultsOf(page: Page, url: string, parts: readonly Part[]): Promise<string[]> {
  const isChinese = (await page.evaluate(() => navigator.language)) === 'zh-CN';
  const faults: string[] = [];
  for (const part of parts) {
    const [path, button] = typeof part === 'string' ? [part, null] : part;
    const what = `${path} ${button?.source ?? ''}`;
    await page.setViewportSize({ width: 1024, height: 800 });
    await page.goto(`${url}${path}`);
    await expect(page.getByRole('main')).toBeVisible();
    await expect(page.getByText(/^(Live|实时)$/).first()).toBeAttached();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    if (button !== null) {
      await page.getByRole('button', { name: button }).first().click();
      await expect(page.getByRole('dialog').or(page.getByRole('menu')).first()).toBeVisible();
    }
    await expect(page.locator('html')).toHaveAttribute('lang', isChinese ? 'zh-CN' : 'en');
    await expectAccessible(page, what);
    const note = (width: number, found: readonly string[]) =>
      faults.push(...found.map((text) => `${what} at ${width}: ${text}`));
    if (isChinese) note(1024, await page.evaluate(englishTexts));
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      note(width, await page.evaluate(clippedTexts));
      note(width, await page.evaluate(cutWithoutTitle));
    }
  }
  return faults;
}

test('an English sentence on a Chinese page is detected', async ({ page }) => {
  await page.setContent(
    `<html lang="zh-CN"><body><p>No service is registered</p><p lang="">I need a contractor</p>
     <button aria-label="Remove this service">移除</button><button aria-label="移除 the old one">移除</button><p>使用 HAI 的 Radio Master</p><code>not a url</code></body></html>`,
  );
  expect(await page.evaluate(englishTexts)).toEqual([
    'text of P.: “No service is registered”',
    'aria-label of BUTTON.: “Remove this service”',
  ]);
});

for (const locale of locales) {
  test.describe(locale, () => {
    test.use({ locale });

    test('the registry, the gateway and settings have nothing cut off or in another language', async ({
      console: page,
      stack,
    }) => {
      const path = '/api/uap/services';
      await expect
        .poll(async () => (await stack.api<unknown[]>(path)).length, { timeout: 30_000 })
        .toBeGreaterThan(1);
      const services =
        await stack.api<{ id: string; name: string; host: string; port: number }[]>(path);
      const [first] = services;
      if (first === undefined) throw new Error('unreachable');
      await stack.api(`/api/gateway/routes/to-${first.name}`, {
        method: 'PUT',
        body: { service: first.name, agentProtocol: '' },
      });
      await stack.api(`/api/gateway/policies/to-${first.name}`, {
        method: 'PUT',
        body: {
          ...{ callers: ['demo-crew'], approval: true, callsPerMinute: 30 },
          ...{ hosts: [`${first.host}:${first.port}`], callerMayAnswer: true },
        },
      });
      const registry = '/agents/registry';
      const faults = await faultsOf(page, stack.url, [
        `${registry}/services`,
        `${registry}/services?find=find the cause of an alarm in a radio network`,
        `${registry}/services/${encodeURIComponent(first.id)}`,
        [`${registry}/services/${encodeURIComponent(first.id)}`, /^(Remove|移除)/],
        `${registry}/leases`,
        `${registry}/tree`,
        `${registry}/new`,
        `${registry}/gateway`,
        [`${registry}/gateway`, /^(Open a service|开放服务)$/],
        [`${registry}/gateway`, /^(Change the policy|修改)/],
        `${registry}/gateway?try=${first.name}`,
        ['/agents/orchestrator', /^(Check|检查)$/],
        '/settings/mcp-clients',
        ['/settings/mcp-clients', /^(Add an MCP client|添加 MCP 客户端)$/],
      ]);
      expect(faults).toEqual([]);
    });

    test('knowledge has nothing cut off or in another language', async ({
      console: page,
      stack,
    }) => {
      await startHiring(stack);
      const id = await fillKnowledge(stack);
      const faults = await faultsOf(page, stack.url, [
        '/knowledge',
        ['/knowledge', /^(Add a memory|添加记忆)$/],
        `/knowledge/memories/${id}`,
        [`/knowledge/memories/${id}`, /^(Edit|修改)$/],
        [`/knowledge/memories/${id}`, /^(More|更多)$/],
        '/knowledge/corrections',
        '/knowledge/given',
        '/knowledge/given?show=effect',
        '/knowledge/given?show=learning',
        '/knowledge/retrieval?q=PCI',
        '/knowledge/extraction',
        ['/knowledge/extraction', /^(Edit, then approve|修改后批准)$/],
        '/knowledge/incoming',
        '/knowledge/incoming?show=questions',
        '/knowledge/packs',
        '/knowledge/exchange',
      ]);
      expect(faults).toEqual([]);
    });

    test.describe('affordances', () => {
      test.use({ stackOptions: { crew: false, env: environmentEnv } });
      let robot: Robot;
      test.beforeEach(async () => {
        robot = await startRobot();
      });
      test.afterEach(() => robot.close());

      test('have nothing cut off or in another language', async ({ console: page, stack }) => {
        await registerRobot(stack, robot);
        const context = 'The agent wants to control a robot from a formal goal';
        await stack.api('/api/environment/profile/executor', { method: 'PUT', body: { context } });
        const places = '/agents/registry';
        const signifiers = `${places}/signifiers?context=${encodeURIComponent(context)}`;
        const faults = await faultsOf(page, stack.url, [
          signifiers,
          `${places}/artifacts`,
          [`${places}/artifacts`, /^(Register a service|注册服务)$/],
          [`${places}/artifacts`, /^(Remove|移除)/],
          `${places}/trail`,
        ]);
        expect(faults).toEqual([]);
      });
    });
  });
}
