import { registerServices } from '@countersign/crew/robot/register-services';
import { expect } from '../fixtures.ts';
import { promptsOf } from '../pages/asking.ts';
import { runStatus } from '../pages/console.ts';
import { environmentEnv } from '../pages/robot.ts';
import { startTask } from '../pages/task-page.ts';
import type { Stack } from '../stack.ts';
import { scene } from './scene.ts';
import { at, both } from './steps.ts';

const operation = 'arm_utcp_operation';

/** Approves the one movement of the robot, which is the question of a task of its own. */
async function approveMovement(stack: Stack): Promise<void> {
  const asked = async () => {
    const { items } = await stack.api<{ items: { id: string; title: string }[] }>('/api/tasks');
    const call = items.find(({ title }) => title === operation);
    const prompts = call === undefined ? [] : await promptsOf(stack, call.id);
    return prompts.find(({ state }) => state === 'open');
  };
  await expect.poll(asked, { timeout: 60_000 }).toBeDefined();
  const { id, digest } = (await asked())!;
  const value = { arguments: { body: 'move(10)' }, confirmation: operation };
  const feedback = { type: 'edit', content: { value } };
  const body = { digest, idempotencyKey: 'the-movement-of-the-robot', feedback };
  await stack.api(`/api/prompts/${encodeURIComponent(id)}/decisions`, { body });
}

scene('robot', {
  options: { env: environmentEnv },
  async prepare(stack): Promise<string> {
    await registerServices(stack, stack.services);
    const taskId = await startTask(stack, 'robot-executor', 'Move the robot by 10 centimeters');
    await approveMovement(stack);
    await runStatus(stack, taskId, 'finished');
    return taskId;
  },
  screens: {
    'robot-task': at((taskId) => `/tasks/${taskId}`, /move\(10\)/),
    'robot-arm': {
      // Scrolled to in each window: another width moves it away.
      fresh: true,
      go: both(
        at((taskId: string) => `/tasks/${taskId}`, /move\(10\)/),
        async ({ page }) => {
          const arm = page.getByRole('img', { name: /40[.,]0/ }).first();
          await arm.scrollIntoViewIfNeeded();
          await expect(arm).toBeInViewport();
        },
      ),
    },
    'robot-trail': at('/agents/registry/trail', operation),
    'robot-tasks': at('/tasks', operation),
  },
});
