import { expect } from '../fixtures.ts';
import { type Asking, startAsking } from '../pages/asking.ts';
import { inbox } from '../pages/console.ts';
import { seat } from '../pages/desk.ts';
import { settleFocus } from '../pages/keyboard.ts';
import { type OpenScreen, type Place, scene } from './scene.ts';
import { at, both, closed, pressed } from './steps.ts';

interface Room {
  asking: Asking;
  ids: readonly string[];
  jonas: string;
}

const offer = {
  severity: 'major',
  explanation: 'Ada is near and free.',
  payload: { name: 'Ada', rate: 95, city: 'Leipzig', days: 10 },
  upContext: {
    schema: {
      type: 'object',
      properties: {
        name: { type: 'string', title: 'Name' },
        rate: { type: 'integer', title: 'Rate' },
        city: { type: 'string', title: 'City' },
        days: { type: 'integer', title: 'Days' },
      },
      required: ['name', 'rate'],
    },
  },
};
const messageId = (index: number) => `call_Yk3Xr0T9vQm2LpB7sNaW4dHc${String(index)}`;
const ask = (index: number) => `Is offer ${String(index)} right?`;

/** Opens the question with this number. */
const open =
  (index: number): OpenScreen<Room> =>
  async (place) => {
    const path = `/inbox/${encodeURIComponent(place.made.ids[index] ?? '')}`;
    await at<Room>(path, 'Ada is near and free.')(place);
    await expect(place.page.getByText('Connection: Live')).toBeVisible();
    await settleFocus(place.page);
  };

const writes = async ({ page }: Place<Room>) => {
  const { answer, panel } = inbox(page);
  // A draft from an earlier size may be open already.
  if (!(await panel.getByLabel('Instruction').isVisible())) await answer('Instruct').click();
  await panel.getByLabel('Instruction').fill('Ask for the quiet side.');
  await expect(panel.getByText('Held by you')).toBeVisible();
};

const sends = async ({ page }: Place<Room>) => {
  const { answer, panel, send } = inbox(page);
  await answer('Edit').click();
  await panel.getByRole('textbox', { name: /^Rate/ }).fill('90');
  await send(/^(Send (1 )?edit|发送( 1 处)?修改)/).click();
  await expect(panel.getByText(/^Delivery starts in/)).toBeVisible();
};

const claimed = async ({ stack, made }: Place<Room>, index: number) => {
  await stack.api(`/api/prompts/${encodeURIComponent(made.ids[index] ?? '')}/claim`, {
    method: 'POST',
    body: {},
    token: made.jonas,
  });
};

scene<Room>('answers', {
  options: { crew: false, recallMs: 60_000 },
  async prepare(stack) {
    const asking = await startAsking(stack, { id: 'hotel-desk', name: 'Hotel Desk' });
    const ids: string[] = [];
    for (let index = 0; index < 8; index += 1) {
      const prompt = await asking.ask(messageId(index), {
        ...offer,
        upPrompt: {
          ask: ask(index),
          expiresAt: new Date(Date.now() + (index === 0 ? 110_000 : 7_200_000)).toISOString(),
          defaultFeedback: { type: 'reject', content: { reason: 'No answer in time' } },
        },
      });
      ids.push(prompt.id);
    }
    const { token: jonas } = await stack.api<{ token: string }>('/api/operators', {
      body: { id: 'jonas', name: 'Jonas Weber', role: 'operator' },
    });
    return { asking, ids, jonas };
  },
  screens: {
    'answer-edit': both(open(1), async ({ page }) => {
      const { answer, panel } = inbox(page);
      await answer('Edit').click();
      await panel.getByRole('textbox', { name: /^Rate/ }).fill('ninety');
    }),
    'answer-held': both(open(2), (place) => claimed(place, 2)),
    'answer-held-mine': both(open(3), writes),
    'answer-wanted': both(both(open(3), writes), async ({ page, stack, made }) => {
      const browser = page.context().browser();
      if (browser === null) throw new Error('unreachable');
      const other = await seat(browser, stack, made.jonas);
      await other.page.goto(page.url());
      await other.page.getByRole('button', { name: 'Ask to take over' }).click();
      await expect(page.getByRole('button', { name: 'Hand over' })).toBeVisible();
    }),
    'answer-first': both(both(open(4), writes), async ({ page, stack, made }) => {
      const id = encodeURIComponent(made.ids[4] ?? '');
      const { digest } = await stack.api<{ digest: string }>(`/api/prompts/${id}`);
      await stack.api(`/api/prompts/${id}/decisions`, {
        body: {
          digest,
          idempotencyKey: `first-${id}`,
          feedback: { type: 'reject', content: { reason: 'Inside the policy after all' } },
          despiteClaim: true,
        },
        token: made.jonas,
      });
      await expect(page.getByText(/answered first/).first()).toBeVisible();
    }),
    'answer-revised': both(open(5), async ({ page, made }) => {
      const { answer, panel } = inbox(page);
      await answer('Edit').click();
      await panel.getByRole('textbox', { name: /^Rate/ }).fill('120');
      await panel.getByRole('textbox', { name: /^Days/ }).fill('12');
      await made.asking.ask(messageId(5), {
        ...offer,
        upPrompt: { ask: ask(5) },
        revision: 2,
        payload: { ...offer.payload, rate: 90, city: 'Halle' },
      });
      await expect(page.getByText('The agent revised the question while you edited')).toBeVisible();
    }),
    'answer-recall': both(open(6), sends),
    'answer-recalled': both(open(6), pressed('Recall', /recalled before it was sent/)),
    'answer-more': {
      go: both(open(7), pressed('More about this question')),
      leave: closed,
    },
    'answer-tooltip': both(open(7), ({ page }) =>
      page.getByRole('button', { name: /^Switch to|^切换到/ }).hover(),
    ),
    'answer-hover': both(open(7), async ({ page }) => {
      const { answer } = inbox(page);
      await answer('Reject').hover();
    }),
    'menu-views': { go: both(at('/inbox', ask(7)), pressed('All open')), leave: closed },
    'menu-operator': { go: both(at('/inbox', ask(7)), pressed(/^Operator /)), leave: closed },
    'menu-tasks': { go: both(at('/tasks', /\d task/), pressed('All tasks')), leave: closed },
    // Letter keys are not accepted while the clock of the page is stopped.
    'keys-unarmed': {
      isStill: true,
      async go(place) {
        const { page } = place;
        await page.clock.install();
        await at('/inbox', ask(7))(place);
        await page.clock.pauseAt(Date.now() + 5_000);
        await page.keyboard.press('j');
        await expect(page.locator('[data-letters]')).toHaveAttribute('data-letters', 'waiting');
      },
      leave: ({ page }) => page.clock.resume(),
    },
    'bulk-receipt': both(at('/inbox?group=equal', /Is offer/), async ({ page }) => {
      await page
        .getByRole('option', { name: /Is offer/ })
        .first()
        .click();
      const panel = page.getByRole('region', { name: 'Decide together', exact: true });
      await expect(panel.getByRole('table')).toBeVisible();
      await settleFocus(page);
      await page.keyboard.press('a');
      await panel.getByRole('button', { name: /^Approve \d/ }).click();
      await expect(panel.getByRole('region', { name: 'Receipt' })).toBeVisible();
    }),
  },
});

scene<{ promptId: string }>('paper', {
  options: { crew: false },
  async prepare(stack) {
    const asking = await startAsking(stack, { id: 'hotel-desk', name: 'Hotel Desk' });
    const { id } = await asking.ask(messageId(0), { ...offer, ask: ask(0) });
    return { promptId: id };
  },
  screens: {
    // The printed page, at the size of the window.
    'prompt-paper': {
      async go(place) {
        await at<{ promptId: string }>(
          ({ promptId }) => `/inbox/${encodeURIComponent(promptId)}`,
          'Ada is near and free.',
        )(place);
        await place.page.emulateMedia({ media: 'print' });
      },
      leave: ({ page }) => page.emulateMedia({ media: 'screen' }),
    },
  },
});
