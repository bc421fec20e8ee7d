import { expect } from '../fixtures.ts';
import { type Asking, startAsking } from '../pages/asking.ts';
import { inbox } from '../pages/console.ts';
import { refund, untilOpen } from '../pages/crowd.ts';
import { settleFocus } from '../pages/keyboard.ts';
import { type OpenScreen, type Place, scene } from './scene.ts';
import { at, both, closed, pressed, settings } from './steps.ts';

interface Made {
  desk: Asking;
  overtaken: string;
  gone: string;
  ruleId: string;
}

const offer = {
  ask: 'Is the offer of Ada Lovelace right?',
  payload: { name: 'Ada', rate: 95 },
  upContext: {
    schema: {
      type: 'object',
      properties: {
        name: { type: 'string', title: 'Name' },
        rate: { type: 'integer', title: 'Rate' },
      },
    },
  },
};

/** What opens over a page, and is closed again. */
const opened = (...steps: readonly OpenScreen<Made>[]) => ({
  async go(place: Place<Made>) {
    for (const step of steps) await step(place);
    await expect(place.page.getByRole('dialog').first()).toBeVisible();
  },
  leave: closed,
});

const openPrompt =
  (which: 'overtaken' | 'gone', sign: RegExp): OpenScreen<Made> =>
  (place) =>
    at<Made>(`/inbox/${encodeURIComponent(place.made[which])}`, sign)(place);

/** A draft, and then the answer of another operator to the same question. */
const overtakes: OpenScreen<Made> = async ({ page, stack, made }) => {
  const path = `/api/prompts/${encodeURIComponent(made.overtaken)}`;
  const { state, digest } = await stack.api<{ state: string; digest: string }>(path);
  if (state !== 'open') return;
  const { answer, panel } = inbox(page);
  await answer('Edit').click();
  await panel.getByRole('textbox', { name: /^Rate/ }).fill('90');
  await expect(panel.getByText(/^Draft saved/).first()).toBeVisible();
  const { token } = await stack.api<{ token: string }>('/api/operators', {
    body: { id: 'jonas', name: 'Jonas Weber', role: 'operator' },
  });
  await stack.api(`${path}/decisions`, {
    body: {
      ...{ digest, idempotencyKey: `first-${made.overtaken}`, despiteClaim: true },
      feedback: { type: 'reject', content: { reason: 'Too dear' } },
    },
    token,
  });
  await expect(page.getByText(/answered first/).first()).toBeVisible();
};

const chosen =
  (menu: string | RegExp, item: string): OpenScreen<Made> =>
  async ({ page }) => {
    await page.getByRole('button', { name: menu }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };

/** A token that is shown once, and is closed by the button that says so. */
const shownOnce = (open: OpenScreen<Made>, fields: Readonly<Record<string, string>>) => ({
  async go(place: Place<Made>) {
    await open(place);
    const adding = place.page.getByRole('dialog');
    for (const [label, value] of Object.entries(fields)) {
      await adding.getByLabel(new RegExp(`^${label}`)).fill(value);
    }
    await adding.getByRole('button', { name: /^Add/ }).click();
    await expect(place.page.getByRole('button', { name: 'I have it' })).toBeVisible();
  },
  leave: ({ page }: Place<Made>) => page.getByRole('button', { name: 'I have it' }).click(),
});

let added = 0;

scene<Made>('confirmations', {
  options: { crew: false },
  async prepare(stack) {
    const desk = await startAsking(stack, { id: 'hotel-desk', name: 'Hotel Desk' });
    const small = await desk.ask('small', { ...offer, ask: 'Pay the invoice over 40 EUR?' });
    const large = await desk.ask('large', { ...offer, ask: 'Pay the invoice over 900 EUR?' });
    for (const [prompt, feedback] of [
      [small, { type: 'approve' }],
      [large, { type: 'reject', content: { reason: 'No order' } }],
    ] as const) {
      await stack.api(`/api/prompts/${encodeURIComponent(prompt.id)}/decisions`, {
        body: { digest: prompt.digest, idempotencyKey: prompt.id, feedback },
      });
    }
    const { id: ruleId } = await stack.api<{ id: string }>('/api/rules', {
      body: {
        name: 'Invoices',
        expiresAt: Date.now() + 86_400_000,
        match: { agentId: 'hotel-desk', conditions: [] },
        feedback: { type: 'approve' },
      },
    });
    await stack.api(`/api/rules/${ruleId}/dry-run`, { method: 'POST' });
    const { id: overtaken } = await desk.ask('overtaken', offer);
    for (let order = 0; order < 4; order += 1) desk.say(`refund-${String(order)}`, refund(order));
    desk.say('msg_01HZX3Y8Q4V7N2K5T6W9B1D0FG', { state: 'NEEDS_HUMAN_INPUT' });
    await untilOpen(stack, 6);
    const left = await startAsking(stack, { id: 'removed', name: 'Removed Desk' });
    const { id: gone } = await left.ask('gone', { ...offer, ask: 'Shall I book the trip?' });
    await stack.api('/api/agents/removed', { method: 'DELETE' });
    return { desk, overtaken, gone, ruleId };
  },
  screens: {
    'dialog-dismiss': opened(openPrompt('gone', /no longer registered/), pressed('Dismiss')),
    'dialog-unread-stop': opened(
      at('/inbox', /A question could not be read|有一个提问无法读取/),
      async ({ page }) =>
        page
          .getByText(/A question could not be read|有一个提问无法读取/)
          .first()
          .click(),
      pressed('Stop the task'),
    ),
    'dialog-view-save': opened(
      at('/inbox?agent=hotel-desk', /Refund order/),
      chosen('Hotel Desk', 'Save as a view'),
    ),
    'dialog-tasks-view-save': opened(
      at('/tasks?q=test', /\d task/),
      chosen('Your filters', 'Save these filters as a view'),
    ),
    'dialog-tasks-stop': opened(
      at('/tasks', /\d task/),
      async ({ page }) => page.getByRole('checkbox', { name: 'Select all tasks shown' }).check(),
      pressed(/^Stop \d+ tasks?$/),
    ),
    'dialog-row-in-full': opened(
      at('/inbox?group=equal', /Refund order/),
      async ({ page }) => {
        await page
          .getByRole('option', { name: /Refund order/ })
          .first()
          .click();
        await expect(page.getByRole('table')).toBeVisible();
        await settleFocus(page);
      },
      pressed(/^Read in full/),
    ),
    'dialog-rule-on': opened(
      at<Made>(({ ruleId }) => `/settings/rules/${ruleId}`, /as you did/),
      pressed('Switch on'),
    ),
    'dialog-agent-remove': opened(at('/agents', 'Hotel Desk'), pressed('Remove Hotel Desk')),
    'dialog-agent-check': opened(at('/agents/hotel-desk', 'Hotel Desk'), pressed('Check')),
    'dialog-operator-token': {
      async go(place) {
        added += 1;
        const name = `ana-${String(added)}`;
        await shownOnce(both(settings('operators', 'Operators'), pressed(/^Add an operator/)), {
          Name: `Ana Ode ${String(added)}`,
          Id: name,
        }).go(place);
      },
      leave: ({ page }) => page.getByRole('button', { name: 'I have it' }).click(),
    },
    'dialog-draft': opened(openPrompt('overtaken', /Ada/), overtakes, pressed('Your draft')),
  },
});
