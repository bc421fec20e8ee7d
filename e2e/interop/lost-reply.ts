import type { Prompt } from '@countersign/api/prompt';
import type { Page } from '@playwright/test';
import { promptsOf } from '../pages/asking.ts';
import { inbox } from '../pages/console.ts';
import { openAt } from '../pages/desk.ts';
import { startTask } from '../pages/task-page.ts';
import type { Stack } from '../stack.ts';
import { cuts, startCuttingProxy } from './cutting-proxy.ts';
import { addAgent, expect, openPrompts } from './fixtures.ts';

type Break = keyof typeof cuts;

export interface LostReplyTest {
  /** The address of the agent. */
  target: string;
  /** Of its descriptor. */
  members?: Record<string, unknown>;
  isAnswer?: (body: string) => boolean;
  /** The request that makes it ask. */
  content: string;
  feedback: object;
  /** Its agent can be asked what became of a message: nothing stays in doubt. */
  isRead?: boolean;
  /** How often its agent has carried an answer out since it was started. */
  carriedOut: (taskId: string) => Promise<number>;
}

/** What was received shows that the agent works on. */
const isSeen = (where: Break): boolean =>
  where === 'behind the event that confirms' || where === 'before its last event';

const runStatus = async (stack: Stack, taskId: string): Promise<string> =>
  (await stack.api<{ runStatus: string }>(`/api/tasks/${taskId}`)).runStatus;

/**
 * Answers a question of an agent whose reply breaks off, at every place where it can. The answer is carried out once and stays the answer,
 * the question is not opened again, and the task continues.
 */
export async function expectKept(page: Page, stack: Stack, test: LostReplyTest): Promise<void> {
  const { target, isAnswer, members = {} } = test;
  for (const [number, [where, cut]] of Object.entries(cuts).entries()) {
    const place = where as Break;
    const proxy = await startCuttingProxy(target, { cut, ...(isAnswer ? { isAnswer } : {}) });
    const id = `clerk-${number}`;
    await addAgent(stack, proxy.url, { id, ...members });
    const taskId = await startTask(stack, id, test.content);
    const [prompt] = await openPrompts(stack, taskId, 1);
    const before = await test.carriedOut(taskId);
    await stack.api(`/api/prompts/${encodeURIComponent(prompt!.id)}/decisions`, {
      body: {
        feedback: test.feedback,
        digest: prompt!.digest,
        idempotencyKey: `approve-3f2b6c1e-${number}`,
      },
    });
    const answer = async (): Promise<Prompt['decision']> =>
      (await promptsOf(stack, taskId)).find((one) => one.id === prompt!.id)?.decision ?? null;
    const message = `${where}: ${target}`;
    if (test.isRead === true || isSeen(place)) {
      await expect.poll(async () => (await answer())?.state, { message }).toBe('acknowledged');
    } else {
      await expect
        .poll(async () => (await answer())?.failure, { message })
        .toContain('It may have been carried out.');
      await openAt(page, stack, prompt!.id);
      await expect(inbox(page).panel.getByText('may have been carried out').first()).toBeVisible();
    }
    expect(
      (await promptsOf(stack, taskId)).map(({ state }) => state),
      message,
    ).toEqual(['answered']);
    expect(proxy.received(), message).toBe(1);
    expect(await test.carriedOut(taskId), message).toBe(before + 1);
    // The task can continue.
    await stack.api(`/api/tasks/${taskId}/messages`, { body: { content: 'Thank you' } });
    await expect.poll(() => runStatus(stack, taskId), { message }).toBe('finished');
    expect(await test.carriedOut(taskId), message).toBe(before + 1);
    await proxy.close();
  }
}

/** What a counterpart has counted. */
export const countOf = async (url: string | undefined): Promise<number> =>
  Number(await (await fetch(String(url))).text());
