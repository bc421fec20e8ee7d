import { expect } from '../fixtures.ts';
import { promptsOf } from '../pages/asking.ts';
import { connectAgent } from '../pages/environment-agent.ts';
import { environmentEnv, type Robot, registerRobot, startRobot } from '../pages/robot.ts';
import type { Stack } from '../stack.ts';
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

/** A call in the trail of the profile: one is over, one waits for a person. */
async function callFor({ api }: Stack, label: string, args: object): Promise<void> {
  const { items } = await api<{ items: { signifier: { id: string; label: string } }[] }>(
    '/api/environment/selection',
    { body: { context: '', abilities: [] } },
  );
  const signifierId = items.find(({ signifier }) => signifier.label === label)?.signifier.id;
  const body = { signifierId, arguments: args, profile: 'executor' };
  const call = await api<{ callId: string }>('/api/environment/calls', { body });
  await api(`/api/environment/calls/${call.callId}?waitMs=5000`);
}

/** A person allows all calls of an operation in the task of an agent. */
async function allowCalls(stack: Stack): Promise<void> {
  const call = await connectAgent(stack, 'work');
  void call('ask_human', { message: 'May I begin?', task: 'work' }, '/mcp').catch(() => {});
  const openOf = async (title: string) => {
    const { items } = await stack.api<{ items: { id: string; title: string }[] }>('/api/tasks');
    const task = items.find((one) => one.title === title)?.id;
    const [prompt] = task === undefined ? [] : await promptsOf(stack, task);
    return prompt === undefined || task === undefined ? undefined : { task, prompt };
  };
  await expect.poll(() => openOf('work')).toBeDefined();
  const task = (await openOf('work'))?.task;
  const args = { signifier: 'arm_operation', arguments: 'move(2)', wait_seconds: 0, task };
  await call('invoke_signifier', args);
  await expect.poll(() => openOf('arm_operation')).toBeDefined();
  const { id, digest } = (await openOf('arm_operation'))!.prompt;
  const value = { arguments: { body: 'move(2)' }, scope: 'task' };
  const feedback = { type: 'edit', content: { value } };
  const body = { digest, idempotencyKey: 'all-calls-in-the-task', feedback };
  await stack.api(`/api/prompts/${encodeURIComponent(id)}/decisions`, { body });
}

scene('environment', {
  options: { crew: false, env: environmentEnv },
  async prepare(stack): Promise<Robot> {
    const robot = await startRobot();
    await registerRobot(stack, robot);
    await allowCalls(stack);
    for (const said of [context, 'The agent wants to know where the arm is now']) {
      const body = { context: said };
      await stack.api('/api/environment/profile/executor', { method: 'PUT', body });
    }
    await callFor(stack, 'arm_pose', {});
    await callFor(stack, 'arm_operation', { body: 'move(10)' });
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
    'affordances-compare': {
      go: both(at(tried, 'arm_operation'), async ({ page }) => {
        await page.getByText(/^(Compare selectors|比较选择方式)$/).click();
        await expect(page.getByRole('table')).toBeVisible();
      }),
    },
    'affordances-grants': at(view('grants'), 'arm_operation'),
    'affordances-services': at(view('artifacts'), 'arm_wot'),
    'affordances-add': both(
      at(view('artifacts'), 'arm_wot'),
      dialog('Register a service', 'Register a service'),
    ),
    'affordances-trail': at(view('trail'), 'arm_operation'),
    'affordances-changed': {
      go: both(changed, async ({ page }) => {
        await page.getByRole('button', { name: /arm_operation/ }).click();
        await expect(page.getByRole('article')).toBeVisible();
      }),
    },
  },
});
