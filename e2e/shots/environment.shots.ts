import { expect } from '../fixtures.ts';
import { environmentEnv, type Robot, registerRobot, startRobot } from '../pages/robot.ts';
import { scene } from './scene.ts';
import { at, both, dialog } from './steps.ts';

const view = (name: string) => `/agents/registry/${name}`;
const context = 'The agent wants to control a robot from a formal goal';
const tried = `${view('signifiers')}?context=${encodeURIComponent(context)}`;

/** The robot says something else of its operations than when it was approved. */
const changed = both<Robot>(
  async ({ stack, made }) => {
    made.words = 'Perform an operation, and tell others about it.';
    const path = '/api/environment/artifacts';
    const { items } = await stack.api<{ items: { id: string; name: string }[] }>(path);
    const arm = items.find(({ name }) => name === 'arm');
    await stack.api(`${path}/${arm?.id}/synchronisation`, { body: {} });
  },
  at(tried, 'arm_operation'),
);

scene('environment', {
  options: { crew: false, env: environmentEnv },
  async prepare(stack): Promise<Robot> {
    const robot = await startRobot();
    await registerRobot(stack, robot);
    for (const said of [context, 'The agent wants to know where the arm is now']) {
      const body = { context: said };
      await stack.api('/api/environment/profile/executor', { method: 'PUT', body });
    }
    return robot;
  },
  screens: {
    'affordances-signifiers': at(tried, 'arm_operation'),
    'affordances-one': {
      go: both(at(tried, 'arm_operation'), async ({ page }) => {
        await page.getByRole('button', { name: /arm_operation/ }).click();
        await expect(page.getByRole('article')).toBeVisible();
      }),
    },
    'affordances-call': {
      go: both(at(tried, 'arm_operation'), async ({ page }) => {
        await page.getByRole('button', { name: /arm_wot_grip/ }).click();
        await page.getByRole('button', { name: /^(Call|调用)$/ }).click();
        await page.getByRole('dialog').getByLabel('body').fill('3');
        await expect(page.getByRole('dialog').getByText(/POST/)).toBeVisible();
      }),
    },
    'affordances-services': at(view('artifacts'), 'arm_wot'),
    'affordances-add': both(
      at(view('artifacts'), 'arm_wot'),
      dialog('Register a service', 'Register a service'),
    ),
    'affordances-trail': at(view('trail'), 'Context'),
    'affordances-changed': {
      go: both(changed, async ({ page }) => {
        await page.getByRole('button', { name: /arm_operation/ }).click();
        await expect(page.getByRole('article')).toBeVisible();
      }),
    },
  },
});
