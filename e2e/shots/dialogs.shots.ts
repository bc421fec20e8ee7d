import { expect } from '../fixtures.ts';
import { answerPlace, openPrompt, runStatus, startHiring } from '../pages/console.ts';
import { startCrowd } from '../pages/crowd.ts';
import { settleFocus } from '../pages/keyboard.ts';
import { type OpenScreen, scene } from './scene.ts';
import { at, both, closed, pressed, settings } from './steps.ts';

const dialogShown: OpenScreen<unknown> = ({ page }) =>
  expect(page.getByRole('dialog').first()).toBeVisible();

/** What opens over pages with data, and is closed again. */
const opened = <Made>(go: OpenScreen<Made>) => ({ go, leave: closed });

interface Ended {
  taskId: string;
}

const ended = (query: string): OpenScreen<Ended> =>
  at<Ended>(({ taskId }) => `/tasks/${taskId}${query}`, 'Finished');

scene<Ended>('dialogs', {
  async prepare(stack) {
    const taskId = await startHiring(stack);
    await answerPlace(stack, taskId);
    const { id, digest } = await openPrompt(stack, taskId, 'followup');
    await stack.api(`/api/prompts/${encodeURIComponent(id)}/decisions`, {
      body: { digest, idempotencyKey: `yes-${id}`, feedback: { type: 'approve' } },
    });
    await runStatus(stack, taskId, 'finished');
    await stack.api('/api/operators', {
      body: { id: 'jonas', name: 'Jonas Weber', role: 'operator' },
    });
    await stack.api('/api/webhooks', {
      body: {
        name: 'Pager of the night shift',
        url: 'https://pager.example/alarm',
        severityFrom: 'critical',
        repeatMs: null,
        enabled: false,
      },
    });
    return { taskId };
  },
  screens: {
    'dialog-message': opened(both(both(ended(''), pressed('Attach')), dialogShown)),
    'dialog-restart': opened(
      both(
        both(
          at<Ended>(({ taskId }) => `/tasks/${taskId}?at=60`, /As it was at/),
          pressed('Start again from here'),
        ),
        dialogShown,
      ),
    ),
    'dialog-keys-task': opened(
      both(ended(''), async ({ page }) => {
        await settleFocus(page);
        await page.keyboard.press('?');
        await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
      }),
    ),
    'dialog-palette': opened(
      both(ended(''), async ({ page }) => {
        await page.keyboard.press('Control+k');
        await expect(page.getByRole('option').first()).toBeVisible();
      }),
    ),
    'dialog-operator-remove': opened(
      both(both(settings('operators', 'Jonas Weber'), pressed('Remove Jonas Weber')), dialogShown),
    ),
    'dialog-webhook-remove': opened(
      both(
        both(settings('webhooks', /Pager of/), pressed('Remove Pager of the night shift')),
        dialogShown,
      ),
    ),
    'dialog-fold': {
      go: both(
        at<Ended>(({ taskId }) => `/tasks/${taskId}?tab=lineage`, 'Fold'),
        pressed('Fold'),
      ),
      leave: closed,
      fresh: true,
    },
  },
});

scene('dialogs-of-many', {
  options: { crew: false },
  async prepare(stack) {
    const [asking] = await startCrowd(stack, ['Refund Desk', 'Payments'], 6);
    if (asking === undefined) throw new Error('unreachable');
    const { id, digest } = await asking.ask('late', { ask: 'Is the refund of 88-0001 paid?' });
    const { token } = await stack.api<{ token: string }>('/api/operators', {
      body: { id: 'jonas', name: 'Jonas Weber', role: 'operator' },
    });
    await stack.api(`/api/prompts/${encodeURIComponent(id)}/decisions`, {
      body: { digest, idempotencyKey: `yes-${id}`, feedback: { type: 'approve' } },
      token,
    });
  },
  screens: {
    'dialog-bulk-columns': opened(
      both(
        both(at('/inbox?group=equal', /Refund order/), async ({ page }) => {
          await page
            .getByRole('option', { name: /Refund order/ })
            .first()
            .click();
          await expect(page.getByRole('table')).toBeVisible();
        }),
        pressed(/^Columns/),
      ),
    ),
    'dialog-wall-choose': opened(both(at('/wall', 'Needs decision'), pressed('Choose tasks'))),
    'since-you-left': async ({ page, stack }) => {
      await page.goto(`${stack.url}/inbox`);
      await expect(page.getByText('Connection: Live')).toBeVisible();
      // The browser notes when its operator left: an hour ago.
      await page.evaluate(() => {
        const place = Object.keys(localStorage).find((key) => key.startsWith('countersign.left.'));
        if (place === undefined) throw new Error('no moment was noted');
        localStorage.setItem(place, String(Date.now() - 3_600_000));
        document.dispatchEvent(new Event('visibilitychange'));
      });
      await expect(page.getByRole('region', { name: 'Since you left' })).toBeVisible();
    },
  },
});
