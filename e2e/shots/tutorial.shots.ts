import { expect } from '../fixtures.ts';
import { inbox } from '../pages/console.ts';
import { type Place, scene } from './scene.ts';
import { at, both } from './steps.ts';

const ask = 'Refund 30 EUR to Ada?';

async function makeToken({ page }: Place<unknown>) {
  await page.getByRole('button', { name: /^My own code/ }).click();
  await page.getByRole('button', { name: 'Make a token' }).click();
  await expect(page.getByText('Waiting for its first question…')).toBeVisible();
}

scene('tutorial', {
  prepare: async (stack) => {
    const { token } = await stack.api<{ token: string }>('/api/programs', {
      body: { name: 'Tutorial', via: 'http' },
    });
    return { token };
  },
  screens: {
    'tutorial-token': both(at('/connect', 'Which agent do you use?'), makeToken),
    'tutorial-answer': {
      fresh: true,
      go: async ({ page, stack, made }) => {
        const { url } = await stack.api<{ url: string }>('/api/questions', {
          body: { ask, payload: { amount: 30 } },
          token: made.token,
        });
        await page.goto(url);
        const { answer } = inbox(page);
        await answer('Approve').click();
        await expect(page.getByRole('button', { name: /^Send approval/ })).toBeVisible();
      },
    },
  },
});
