import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { startAsking } from './pages/asking.ts';
import { inbox } from './pages/console.ts';
import { strayText } from './pages/direction.ts';
import { startTask } from './pages/task-page.ts';

test.describe.configure({ timeout: 300_000 });
test.use({ stackOptions: { crew: false } });

const members = {
  ask: 'هل تريد تأكيد الحجز للعميل؟',
  explanation: 'العميل ينتظر الرد منذ الصباح.',
  severity: 'major',
  payload: {
    العميل: 'شركة النور',
    البنود: [
      { الاسم: 'كرسي', العدد: 2 },
      { الاسم: 'طاولة', العدد: 1 },
    ],
  },
  upPrompt: { effect: 'سيتم إرسال رسالة إلى العميل.', waiting: ['وكيل البريد'] },
  upThought: {
    confidence: 0.6,
    reasoning: ['المخزون كاف.'],
    assumptions: ['العنوان صحيح.'],
    questions: ['هل يوجد خصم؟'],
  },
  upContext: {
    schema: {
      type: 'object',
      properties: {
        العميل: { type: 'string', title: 'اسم العميل', description: 'كما في العقد' },
        البنود: {
          type: 'array',
          title: 'البنود المطلوبة',
          items: {
            type: 'object',
            properties: { الاسم: { type: 'string' }, العدد: { type: 'number' } },
          },
        },
      },
    },
  },
};

/** No right-to-left text of an agent is ordered by the direction of the page. */
async function expectOwnDirection(page: Page, screen: string): Promise<void> {
  await expect.poll(() => page.evaluate(strayText), { message: screen }).toEqual([]);
}

test('right-to-left text of an agent keeps its direction on every screen', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack, {
    id: 'wakil-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
    name: 'وكيل خدمة العملاء',
  });
  const prompt = await asking.ask('call_Yk3Xr0T9vQm2LpB7sNaW4dHc1', members);
  await asking.ask('call_Yk3Xr0T9vQm2LpB7sNaW4dHc2', {
    ...members,
    ask: 'هل تريد تأكيد الشحن للعميل؟',
  });
  await startTask(stack, 'wakil-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11', 'تأكيد الحجوزات المفتوحة');
  const at = `/inbox/${encodeURIComponent(prompt.id)}`;
  const live = () => expect(page.getByText('Connection: Live')).toBeVisible();

  await page.goto(`${stack.url}${at}`);
  await live();
  const { answer, panel } = inbox(page);
  await expect(answer('Approve')).toBeVisible();
  await expectOwnDirection(page, 'a question and its row');
  for (const kind of ['Approve', 'Reject', 'Edit', 'Instruct']) {
    await answer(kind).click();
    await expect(panel.getByRole('button', { name: /^Send/ })).toBeVisible();
    await expectOwnDirection(page, kind);
  }
  // Running text of its own line begins at the right, whether it is the title or a reason.
  const begins = (words: string) =>
    panel
      .getByText(words)
      .first()
      .evaluate((element) => {
        const text = document.createRange();
        text.selectNodeContents(element);
        const block = element.closest('h1, dd') ?? element;
        const { paddingRight } = getComputedStyle(block);
        const edge = block.getBoundingClientRect().right - Number.parseFloat(paddingRight);
        return Math.round(edge - text.getBoundingClientRect().right);
      });
  for (const words of [members.ask, members.explanation])
    expect.soft(await begins(words), words).toBeLessThanOrEqual(1);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('تأكيد');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectOwnDirection(page, 'the palette');

  const tabs = ['stream', 'lineage', 'flow', 'timeline', 'state', 'decisions', 'events'];
  const task = `/tasks/${asking.taskId}`;
  for (const path of ['/tasks', '/wall', '/agents', ...tabs.map((tab) => `${task}?tab=${tab}`)]) {
    await page.goto(`${stack.url}${path}`);
    await live();
    await expect(page.getByText(/وكيل|تأكيد/).first()).toBeAttached();
    await expectOwnDirection(page, path);
  }
  await asking.close();
});
