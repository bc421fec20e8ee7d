import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkpoint, damageTables } from '@countersign/bff/testing/damage';
import { copyConsole } from '../console-copy.ts';
import { expect, signIn } from '../fixtures.ts';
import { startAsking } from '../pages/asking.ts';
import { scene } from './scene.ts';
import { at, both, closed, pressed } from './steps.ts';

const data = mkdtempSync(join(tmpdir(), 'countersign-damaged-'));

scene('damaged-store', {
  options: { crew: false, env: { COUNTERSIGN_DATA: data } },
  async prepare(stack) {
    const asking = await startAsking(stack);
    await asking.ask('call_Yk3Xr0T9vQm2LpB7sNaW4dHc1', { ask: 'Shall I book this room?' });
    await stack.killServer('SIGTERM');
    checkpoint(data);
    damageTables(data, ['rules', 'webhooks']);
    await stack.startServer();
  },
  screens: {
    'store-damaged': at('/inbox', 'Store damaged'),
    'store-damaged-parts': {
      go: both(at('/inbox', 'Store damaged'), pressed('Store damaged', /cannot be read/)),
      leave: closed,
    },
  },
});

let newer: ReturnType<typeof copyConsole> | undefined;
/** Copied after the console has been built, which is later than the loading of this file. */
const consoleCopy = () => {
  newer ??= copyConsole();
  return newer;
};

scene('newer-version', {
  options: {
    crew: false,
    env: {
      get COUNTERSIGN_CONSOLE() {
        return consoleCopy().folder;
      },
    },
  },
  async prepare(stack) {
    const asking = await startAsking(stack);
    await asking.ask('call_Yk3Xr0T9vQm2LpB7sNaW4dHc1', { ask: 'Shall I book this room?' });
  },
  screens: {
    'newer-version': async (place) => {
      const { page, stack } = place;
      await at('/inbox', /Shall I book/)(place);
      await page.getByRole('option', { name: /Shall I book/ }).click();
      await expect(page.getByText('Connection: Live')).toBeVisible();
      consoleCopy().upgrade();
      await stack.killServer('SIGKILL');
      await expect(page.getByText(/^Offline for/).first()).toBeVisible();
      await stack.startServer();
      await expect(page.locator('.strip', { hasText: /A new version|新版本/ })).toBeVisible();
    },
  },
});

scene<{ promptId: string; taskId: string; viewer: string; ruleId: string }>('who-may-not', {
  options: { crew: false },
  async prepare(stack) {
    const asking = await startAsking(stack, { id: 'booker', name: 'Booker' });
    const prompt = await asking.ask('call_Yk3Xr0T9vQm2LpB7sNaW4dHc1', {
      ask: 'Shall I book this room?',
      payload: { hotel: 'Elster', nights: 2 },
    });
    const { token: viewer } = await stack.api<{ token: string }>('/api/operators', {
      body: { id: 'vera', name: 'Vera Lind', role: 'viewer' },
    });
    const { id: ruleId } = await stack.api<{ id: string }>('/api/rules', {
      body: {
        name: 'Small bookings',
        expiresAt: Date.now() + 86_400_000,
        match: { agentId: 'booker', conditions: [{ path: '$.nights', is: 'at-most', value: 1 }] },
        feedback: { type: 'approve' },
      },
    });
    return { promptId: prompt.id, taskId: asking.taskId, viewer, ruleId };
  },
  screens: {
    'viewer-prompt': {
      async go(place) {
        await signIn(place.page.context(), place.stack, place.made.viewer);
        await at(`/inbox/${encodeURIComponent(place.made.promptId)}`, /Elster/)(place);
      },
    },
    'viewer-tasks': at('/tasks', /\d task/),
    'viewer-task': { go: at(({ taskId }) => `/tasks/${taskId}`, /Shall I book/), fresh: true },
    'viewer-wall': at('/wall', 'Needs decision'),
    'viewer-agents': at('/agents', 'Booker'),
    'viewer-operators': at('/settings/operators', /Only an administrator/),
    'viewer-policy': at('/settings/policy', /Only an administrator/),
    'viewer-webhooks': at('/settings/webhooks', /Only an administrator/),
    'viewer-rules': at('/settings/rules', 'Small bookings'),
    'viewer-rule': at(({ ruleId }) => `/settings/rules/${ruleId}`, /Only an administrator/),
    'sign-in-wrong': both(
      async ({ page, stack }) => {
        await page.context().clearCookies();
        await page.goto(`${stack.url}/sign-in`);
      },
      async ({ page }) => {
        await page.getByLabel('Token').fill('not-a-token');
        await page.getByRole('button', { name: 'Sign in' }).click();
        await expect(page.getByRole('alert')).toBeVisible();
      },
    ),
  },
});
