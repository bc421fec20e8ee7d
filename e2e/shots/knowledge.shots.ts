import { expect } from '../fixtures.ts';
import { startHiring } from '../pages/console.ts';
import { fillKnowledge, finishHiring, hireOnce, pack } from '../pages/knowledge-seed.ts';
import { scene } from './scene.ts';
import { at, both } from './steps.ts';

interface Made {
  id: string;
}

scene<Made>('knowledge', {
  async prepare(stack) {
    await hireOnce(stack);
    const id = await fillKnowledge(stack);
    const path = '/api/knowledge/memories?origin=correction&status=pending';
    await expect
      .poll(async () => (await stack.api<{ total: number }>(path)).total, { timeout: 30_000 })
      .toBeGreaterThan(0);
    const { items } = await stack.api<{ items: { id: string; version: number }[] }>(path);
    const [first] = items;
    if (first !== undefined) {
      const reviews = [{ id: first.id, version: first.version, verdict: 'approve' }];
      await stack.api('/api/knowledge/reviews', { body: { reviews } });
      await finishHiring(stack, await startHiring(stack)).catch(() => {});
    }
    await hireOnce(stack).catch(() => {});
    return { id };
  },
  screens: {
    knowledge: at('/knowledge', /\d+ memories|条记忆/),
    'knowledge-memory': at(({ id }) => `/knowledge/memories/${id}`, 'Ask where the work is'),
    'knowledge-corrections': at('/knowledge/corrections', /Leipzig|No correction|没有待审/),
    'knowledge-given': at('/knowledge/given', /%/),
    'knowledge-effect': at('/knowledge/given?show=effect', /Memories|记忆/),
    'knowledge-settings': at('/knowledge/given?show=learning', /Learn from work|从工作中学习/),
    'knowledge-retrieval': at('/knowledge/retrieval?q=where the contractor works', /%/),
    'knowledge-extraction': at('/knowledge/extraction', /EMAIL_1/),
    'knowledge-incoming': at('/knowledge/incoming', /Cell identity/),
    'knowledge-questions': at('/knowledge/incoming?show=questions', /PCI reuse/),
    'knowledge-packs': both(at('/knowledge/packs', /seed pack|种子包/), async ({ page }) => {
      await page.locator('textarea').fill(JSON.stringify(pack));
      await page.getByRole('button', { name: /^(Check|检查)$/ }).click();
      await expect(page.getByRole('heading', { name: 'ran-basics' })).toBeVisible();
    }),
    'knowledge-exchange': at('/knowledge/exchange', /This server|本服务器/),
  },
});
