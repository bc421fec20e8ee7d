import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import type { Stack } from '../stack.ts';
import { request } from './console.ts';

/** A request with nothing missing: it streams up to the shortlist without asking anything. */
export const completeRequest = `${request}, near Leipzig`;

export async function startTask(stack: Stack, agentId: string, message: string): Promise<string> {
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
    /** In the stream, where it stays; the header shows it only while it is on its way. */
    ladder: (action: 'pause' | 'resume' | 'stop') =>
      stream.getByRole('list', { name: `Status of the ${action}` }),
    /** Every word of every message in the stream, reasoning unfolded, in order. */
    async words(): Promise<string[]> {
      const folded = stream.locator(
        '.think[aria-expanded="false"], .think [aria-expanded="false"]',
      );
      while ((await folded.count()) > 0) await folded.first().click();
      return stream.locator('.message, .think-b').allTextContents();
    },
    expectLive: () => expect(page.getByText('Connection: Live')).toBeVisible(),
  };
}

/** All rungs of a way have been said by the other side, none is assumed. */
export const allRungs = [
  /^requested, done/,
  /^delivered, done/,
  /^acknowledged, done/,
  /^settled, done/,
];
