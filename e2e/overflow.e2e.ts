import { expect, expectAccessible, test } from './fixtures.ts';
import { clippedTexts, cutWithoutTitle } from './pages/clipped-text.ts';
import { openPrompt, startHiring } from './pages/console.ts';

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

for (const locale of ['en-GB', 'zh-CN']) {
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
  });
}
