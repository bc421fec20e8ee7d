import { say } from '@countersign/api/statements';
import { expect } from '../fixtures.ts';
import type { OpenScreen, Place } from './scene.ts';

/** Opens an address and waits for a text that is there only when the screen is ready. */
export const at =
  <Made>(path: string | ((made: Made) => string), sign: string | RegExp): OpenScreen<Made> =>
  async ({ page, stack, made }) => {
    await page.goto(`${stack.url}${typeof path === 'string' ? path : path(made)}`);
    await expect(page.getByText(sign).filter({ visible: true }).first()).toBeVisible();
  };

export const dialog =
  (button: string | RegExp, title: string | RegExp) => async (place: Place<unknown>) => {
    await place.page.getByRole('button', { name: button }).first().click();
    await expect(place.page.getByRole('dialog', { name: title })).toBeVisible();
  };

export const both =
  <Made>(first: OpenScreen<Made>, second: OpenScreen<Made>): OpenScreen<Made> =>
  async (place) => {
    await first(place);
    await second(place);
  };

const failed = say('server.failed', { request: 'req-1f' });

/** The error response of a broken server, for one address; reverted by `leave`. */
export const broken = (api: string, path: string, sign: string | RegExp) => ({
  go: async (place: Place<unknown>) => {
    await place.page.route(`**${api}**`, (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          type: '/problems/internal',
          status: 500,
          title: 'The server failed',
          detail: failed.text,
          statement: failed.statement,
        }),
      }),
    );
    await at(path, sign)(place);
  },
  leave: ({ page }: Place<unknown>) => page.unroute(`**${api}**`),
});

export const pressed =
  <Made>(name: string | RegExp, sign?: string | RegExp): OpenScreen<Made> =>
  async ({ page }) => {
    await page.getByRole('button', { name }).first().click({ timeout: 30_000 });
    if (sign !== undefined) {
      await expect(page.getByText(sign).filter({ visible: true }).first()).toBeVisible();
    }
  };

export const closed: OpenScreen<unknown> = ({ page }) => page.keyboard.press('Escape');
export const settings = (section: string, sign: string | RegExp) =>
  at(`/settings/${section}`, sign);
