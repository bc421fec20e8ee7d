import type { Prompt } from '@countersign/api/prompt';
import type { Page } from '@playwright/test';
import { test as base, expect } from '../fixtures.ts';
import { promptsOf } from '../pages/asking.ts';
import { inbox } from '../pages/console.ts';
import { openAt } from '../pages/desk.ts';
import { startTask } from '../pages/task-page.ts';
import type { Stack } from '../stack.ts';
import { type Counterpart, startCounterpart } from './counterpart.ts';

/** Tests of one counterpart, which is started once for all of them; each test has its own stack. */
export const testAgainst = (name: string) =>
  base.extend<object, { counterpart: Counterpart }>({
    counterpart: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from the pattern.
      async ({}, use) => {
        const counterpart = await startCounterpart(name);
        await use(counterpart);
        await counterpart.stop();
      },
      { scope: 'worker', timeout: 150_000 },
    ],
  });

/** Adds an agent by its address, with `members`. */
export const addAgent = (stack: Stack, url: string, members: Record<string, unknown> = {}) =>
  stack.api('/api/agents', {
    body: { id: 'counterpart', name: 'Counterpart', protocol: 'ag-ui', url, ...members },
  });

/** Adds an agent by its address, with `members`, and starts a task with it. */
export async function giveTask(
  stack: Stack,
  url: string,
  content: string,
  members: Record<string, unknown> = {},
): Promise<string> {
  await addAgent(stack, url, members);
  return startTask(stack, 'counterpart', content);
}

/** The open prompts of a task, as soon as there are that many. */
export async function openPrompts(stack: Stack, taskId: string, count: number): Promise<Prompt[]> {
  let open: Prompt[] = [];
  await expect
    .poll(
      async () => {
        open = (await promptsOf(stack, taskId)).filter(({ state }) => state === 'open');
        return open.length;
      },
      { message: `${count} open prompts`, timeout: 60_000 },
    )
    .toBe(count);
  return open;
}

const sends = { Approve: 'Send approval', Reject: 'Send rejection' };

/** Opens a question in the console, answers it there and sends the answer. */
export async function answerWith(
  page: Page,
  stack: Stack,
  prompt: Prompt | undefined,
  word: keyof typeof sends,
): Promise<void> {
  if (prompt === undefined) throw new Error('nothing was asked');
  await openAt(page, stack, prompt.id);
  await inbox(page).answer(word).click();
  await inbox(page).send(sends[word]).click();
}

/** Approves a question in the console, and waits until the agent has accepted that. */
export async function approve(page: Page, stack: Stack, prompt: Prompt | undefined): Promise<void> {
  await answerWith(page, stack, prompt, 'Approve');
  await inbox(page).expectAcknowledged();
}

export { expect };
