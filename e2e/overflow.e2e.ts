import { expect, expectAccessible, test } from './fixtures.ts';
import { clippedTexts, cutWithoutTitle } from './pages/clipped-text.ts';
import { openPrompt, startHiring } from './pages/console.ts';
import { settleFocus } from './pages/keyboard.ts';

test.describe.configure({ timeout: 300_000 });

const widths = [390, 1024, 1440] as const;
const tabs = ['stream', 'lineage', 'flow', 'timeline', 'state', 'decisions', 'events'];

test('a text that is cut off is detected', async ({ page }) => {
  const box = 'display:block;width:40px;overflow:hidden;white-space:nowrap';
  await page.setContent(
    `<button style="${box}">启动任务并等待答复</button>
     <button style="${box};text-overflow:ellipsis">启动任务并等待答复</button>
     <button>启动任务并等待答复</button>`,
  );
  expect(await page.evaluate(clippedTexts)).toHaveLength(1);
});

/** What opens over a page: its path, and the name of the button or the key that opens it. */
const overlays = {
  'en-GB': [
    ['/inbox', { key: 'ControlOrMeta+k' }],
    ['/inbox', { key: '?' }],
    ['/inbox', { button: 'Filter' }],
    ['/inbox', { button: /^Operator / }],
    ['/tasks', { button: 'Start a task' }],
    ['/agents', { button: 'Add an agent' }],
    ['/settings/operators', { button: /^Add an operator/ }],
    ['/settings/webhooks', { button: /^Add a webhook/ }],
  ],
  'zh-CN': [
    ['/inbox', { key: 'ControlOrMeta+k' }],
    ['/inbox', { key: '?' }],
    ['/inbox', { button: '筛选' }],
    ['/inbox', { button: /^操作员/ }],
    ['/tasks', { button: '启动任务' }],
    ['/agents', { button: '添加智能体' }],
    ['/settings/operators', { button: /^添加/ }],
    ['/settings/webhooks', { button: /^添加/ }],
  ],
} as const;

for (const locale of ['en-GB', 'zh-CN'] as const) {
  test.describe(locale, () => {
    test.use({ locale });

    test('no text is cut off in its control, or cannot be read whole, and axe reports nothing', async ({
      console: page,
      stack,
    }) => {
      const taskId = await startHiring(stack);
      const { id } = await openPrompt(stack, taskId, 'blocking');
      const paths = [
        `/inbox/${encodeURIComponent(id)}`,
        '/tasks',
        '/wall',
        '/agents',
        '/agents/orchestrator',
        '/rules',
        ...['', '/policy', '/operators', '/webhooks'].map((part) => `/settings${part}`),
        '/guide',
        ...tabs.map((tab) => `/tasks/${taskId}?tab=${tab}`),
      ];
      const clipped: string[] = [];
      const cut: string[] = [];
      for (const path of paths) {
        await page.setViewportSize({ width: 1024, height: 800 });
        await page.goto(`${stack.url}${path}`);
        await expect(page.getByRole('main')).toBeVisible();
        await expect(page.getByText(/^(Live|实时)$/).first()).toBeAttached();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        await expectAccessible(page, path);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 });
          const texts = await page.evaluate(clippedTexts);
          clipped.push(...texts.map((text) => `${path} at ${width}: ${text}`));
          const unread = await page.evaluate(cutWithoutTitle);
          cut.push(...unread.map((text) => `${path} at ${width}: ${text}`));
        }
      }
      expect(clipped).toEqual([]);
      expect(cut).toEqual([]);
    });

    test('no text is cut off in what opens over a page, and axe reports nothing', async ({
      console: page,
      stack,
    }) => {
      await openPrompt(stack, await startHiring(stack), 'blocking');
      const clipped: string[] = [];
      for (const [path, opener] of overlays[locale]) {
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 });
          await page.goto(`${stack.url}${path}`);
          await expect(page.getByText(/^(Live|实时)$/).first()).toBeAttached();
          if ('key' in opener) {
            await settleFocus(page);
            await page.keyboard.press(opener.key);
          } else await page.getByRole('button', { name: opener.button }).first().click();
          const opened = page.getByRole('dialog').or(page.getByRole('menu')).first();
          await expect(opened).toBeVisible();
          if (width === 1024) await expectAccessible(page, `${path} ${JSON.stringify(opener)}`);
          const texts = await page.evaluate(clippedTexts);
          clipped.push(...texts.map((text) => `over ${path} at ${width}: ${text}`));
        }
      }
      expect(clipped).toEqual([]);
    });
  });
}
