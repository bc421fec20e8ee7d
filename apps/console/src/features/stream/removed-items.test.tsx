// @vitest-environment jsdom
import type { Envelope } from '@countersign/hai/envelope';
import { defaultBudget } from '@countersign/thread/budget';
import { emptyThread, foldThread } from '@countersign/thread/fold';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Stream } from './stream.tsx';

const threadId = 'thread-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11';
const envelopes = Array.from(
  { length: 30 },
  (_, index): Envelope => ({
    position: index + 1,
    threadId,
    runId: 'run-3f2b6c1e-9d5a-4c7b-8a54-000000000001',
    sequence: index + 1,
    receivedAt: 1_000 + index,
    agentId: 'agent',
    event: { type: 'CUSTOM', name: `tick ${index}` },
  }),
);

it('says what was removed from a long task, and links to the earlier state', async () => {
  const thread = foldThread(emptyThread(threadId, { ...defaultBudget, items: 20 }), envelopes);
  const { earlier } = thread;
  expect(earlier).toBeDefined();
  const onGoTo = vi.fn();
  render(<Stream onGoTo={onGoTo} thread={thread} />);
  expect(
    screen.getByText(new RegExp(`${earlier?.items} earlier items are on the server`)),
  ).toBeVisible();
  expect(screen.getByText('Too much for one task')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show earlier items' }));
  expect(onGoTo).toHaveBeenCalledExactlyOnceWith(earlier?.sequence);
});
