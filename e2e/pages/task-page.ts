import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import type { Stack } from '../stack.ts';
import { request } from './console.ts';
import { untilRegistered } from './registered.ts';

/** A complete request: it streams up to the shortlist without a question. */
export const completeRequest = `${request}, near Leipzig`;

export async function startTask(stack: Stack, agentId: string, message: string): Promise<string> {
  // It finds its helpers in the registry.
  if (agentId === 'radio-master') await untilRegistered(stack, ['root-cause', 'configuration']);
  const { taskId } = await stack.api<{ taskId: string }>('/api/tasks', {
    body: { agentId, message },
  });
  return taskId;
}

/** The page of one task. */
export function taskPage(page: Page, stack: Stack) {
  const stream = page.getByRole('region', { name: 'Stream' });
  const control = page.getByRole('group', { name: 'Control' });
  return {
    stream,
    control,
    open: (taskId: string) => page.goto(`${stack.url}/tasks/${taskId}`),
    /** In the stream, where it stays; the header shows it only until it is settled. */
    ladder: (action: 'pause' | 'resume' | 'stop') =>
      stream.getByRole('list', { name: `Status of the ${action}` }),
    /** The full text of every message in the stream, reasoning expanded, in order. */
    async words(): Promise<string[]> {
      const folded = stream.locator(
        '.think[aria-expanded="false"], .think [aria-expanded="false"]',
      );
      while ((await folded.count()) > 0) await folded.first().click();
      return stream.locator('.message, .think-body').allTextContents();
    },
    expectLive: () => expect(page.getByText('Connection: Live')).toBeVisible(),
  };
}

/** All steps of a control, each confirmed by the other side. */
export const allRungs = [
  /^requested, done/,
  /^delivered, done/,
  /^acknowledged, done/,
  /^settled, done/,
];
