import type { Locator, Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import type { Stack } from '../stack.ts';

/** A request that contains everything except the place of work, so that a person has to be asked. */
export const request =
  'Senior React contractor for Payments UI, TypeScript, up to 105 EUR, from 7 December';

interface PromptRow {
  id: string;
  taskId: string;
  state: string;
  ask: string;
  blocking: boolean;
  digest: string;
  message: {
    payload: Record<string, unknown> & {
      candidates: { id: string; name: string; email: string }[];
    };
  };
  decision: {
    by: { kind: string; name: string };
    state: string;
    deliveredAt: number | null;
    feedback: { type: string };
  } | null;
}

/** Starts the hiring task over the API and returns its id. */
export async function startHiring(stack: Stack): Promise<string> {
  const { taskId } = await stack.api<{ taskId: string }>('/api/tasks', {
    body: { agentId: 'orchestrator', message: request },
  });
  return taskId;
}

export async function prompts(stack: Stack, taskId: string): Promise<PromptRow[]> {
  const { items } = await stack.api<{ items: PromptRow[] }>(`/api/prompts?task=${taskId}&limit=50`);
  return items;
}

/** Waits until the task has an open prompt of the kind and returns it. */
export async function openPrompt(
  stack: Stack,
  taskId: string,
  kind: 'blocking' | 'followup',
): Promise<PromptRow> {
  let found: PromptRow | undefined;
  await expect
    .poll(
      async () => {
        found = (await prompts(stack, taskId)).find(
          (prompt) => prompt.state === 'open' && prompt.blocking === (kind === 'blocking'),
        );
        return found !== undefined;
      },
      { message: `an open ${kind} prompt`, timeout: 60_000, intervals: [100] },
    )
    .toBe(true);
  if (!found) throw new Error('unreachable');
  return found;
}

/** Answers the missing location over the API, as the form would. */
export async function answerPlace(stack: Stack, taskId: string): Promise<void> {
  const prompt = await openPrompt(stack, taskId, 'blocking');
  const { payload } = prompt.message;
  await stack.api(`/api/prompts/${encodeURIComponent(prompt.id)}/decisions`, {
    body: {
      digest: prompt.digest,
      idempotencyKey: `place-${taskId}`,
      feedback: {
        type: 'edit',
        content: {
          value: { ...payload, location: { country: 'DE', city: 'Leipzig' }, remote: 'hybrid-2' },
        },
      },
    },
  });
}

/** Waits until the run of the task has this status. */
export async function runStatus(stack: Stack, taskId: string, status: string): Promise<void> {
  await expect
    .poll(async () => (await stack.api<{ runStatus: string }>(`/api/tasks/${taskId}`)).runStatus, {
      message: `run ${status}`,
      timeout: 60_000,
      intervals: [100],
    })
    .toBe(status);
}

/** The queue and the decision panel. */
export function inbox(page: Page) {
  const panel = page.getByRole('region', { name: 'Decision' });
  return {
    panel,
    row: (ask: RegExp | string): Locator =>
      page.getByRole('listbox', { name: 'Questions' }).getByRole('option', { name: ask }),
    answer: (word: RegExp | string): Locator =>
      panel.getByRole('group', { name: 'Answer' }).getByRole('button', { name: word }),
    send: (word: RegExp | string): Locator => panel.getByRole('button', { name: word }),
    /** The feedback to be sent, byte for byte, as the dialog shows it. */
    async bytes(): Promise<string> {
      await panel.getByRole('button', { name: 'Exact bytes' }).click();
      const dialog = page.getByRole('dialog', { name: 'Exact bytes' });
      await dialog.getByText('Feedback', { exact: true }).first().click();
      const bytes = await dialog.locator('pre.bytes-raw').textContent();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      return bytes ?? '';
    },
    /** The agent has accepted the answer. */
    async expectDelivered() {
      await expect(
        panel.getByRole('listitem').filter({ hasText: /delivered.*done/ }),
      ).toBeVisible();
    },
    /** The sent answer has reached its last status. */
    async expectAcknowledged() {
      await expect(
        panel.getByRole('listitem').filter({ hasText: /acknowledged.*done/ }),
      ).toBeVisible();
    },
  };
}
