// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { locales } from '../../text/locales.ts';

afterEach(() => vi.resetModules());

it('shows in the language of the console why a message was not sent', async () => {
  vi.resetModules();
  const { setMessages } = await import('../../text/messages.ts');
  const texts = await locales['zh-CN']?.load();
  if (texts === undefined) throw new Error('no texts');
  setMessages('zh-CN', texts);
  const { QueuedList } = await import('./queued-list.tsx');
  const one = {
    taskId: 'run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
    at: 1_795_402_582_640,
    id: 'say-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
    by: 'mara',
    content: 'Only the first wall, please.',
    state: 'not-sent' as const,
    reason: 'The task was stopped before this was sent.',
  };
  render(
    <QueuedList
      nameOf={() => 'Mara'}
      onSayAgain={() => Promise.resolve()}
      onWithdraw={() => Promise.resolve()}
      queued={[one]}
      readOnly
    />,
  );
  expect(screen.getByText('未发送：任务在发送之前被停止。')).toBeVisible();
});
