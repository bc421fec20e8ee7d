import { promptOriginSchema } from '@countersign/api/origin';
import type { QueuedMessage, Task } from '@countersign/api/task';
// @vitest-environment jsdom
import { emptyThread } from '@countersign/thread/fold';
import type { Thread } from '@countersign/thread/thread';
import type { ThreadPrompt } from '@countersign/thread/thread-prompt';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { MessageBox } from './message-box.tsx';
import { openQuestionNote } from './open-question-note.ts';

const asked = (...prompts: Pick<ThreadPrompt, 'id' | 'origin' | 'state'>[]): Thread => ({
  ...emptyThread('t'),
  prompts: Object.fromEntries(
    prompts.map((prompt, sequence) => [
      prompt.id,
      {
        messageId: `tool:run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11:${prompt.id}`,
        speaker: 'counterpart',
        runId: 'run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
        blocking: true,
        ask: 'Go on?',
        sequence,
        openedAt: 0,
        expiresAt: null,
        closedAt: null,
        closedReason: null,
        decision: null,
        ...prompt,
      },
    ]),
  ),
});

function mount(
  thread: Thread,
  to: Task['can']['message'] = 'new-run',
  queued: readonly QueuedMessage[] = [],
  takesAttachments = true,
) {
  const onSay = vi.fn();
  const onWithdraw = vi.fn(async () => {});
  const onSayAgain = vi.fn(async () => {});
  const onAttach = vi.fn();
  render(
    <MessageBox
      agentName="Counterpart"
      asked={openQuestionNote(thread, to)}
      onDismiss={() => {}}
      nameOf={(id) => id}
      onRetry={() => {}}
      onAttach={takesAttachments ? onAttach : null}
      onSay={onSay}
      onSayAgain={onSayAgain}
      onWithdraw={onWithdraw}
      queued={queued}
      promptLink={(id, children) => <a href={`/inbox/${id}`}>{children}</a>}
      readOnly={false}
      to={to}
      unsent={[]}
    />,
  );
  const say = async (words: string) => {
    await userEvent.type(screen.getByRole('textbox'), words);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
  };
  return { onAttach, onSay, onSayAgain, onWithdraw, say };
}

it('warns before a message is sent that it leaves an open call unanswered', async () => {
  const { onSay, say } = mount(
    asked(
      { id: 'p1', origin: promptOriginSchema.parse('tool-call'), state: 'open' },
      { id: 'p0', origin: promptOriginSchema.parse('upformat'), state: 'open' },
    ),
  );
  expect(screen.getByText(/the open call counts as not answered/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Answer' })).toHaveAttribute('href', '/inbox/p1');
  await say('Wait');
  expect(onSay).toHaveBeenCalledExactlyOnceWith('Wait');
});

it('sends nothing during an interrupt, because the agent would not accept it', async () => {
  const { onSay, say } = mount(
    asked(
      { id: 'p1', origin: promptOriginSchema.parse('tool-call'), state: 'open' },
      { id: 'p2', origin: promptOriginSchema.parse('interrupt'), state: 'open' },
    ),
  );
  expect(screen.getByText(/accepts no message until its question is answered/)).toBeVisible();
  await say('Wait');
  expect(onSay).not.toHaveBeenCalled();
  expect(screen.getByRole('textbox')).toHaveValue('Wait');
});

it('shows nothing for answered or other questions, or for a run that receives messages', () => {
  mount(
    asked(
      { id: 'p1', origin: promptOriginSchema.parse('tool-call'), state: 'answered' },
      { id: 'p0', origin: promptOriginSchema.parse('upformat'), state: 'open' },
    ),
  );
  expect(screen.queryByRole('link')).toBeNull();
  mount(
    asked({ id: 'p1', origin: promptOriginSchema.parse('tool-call'), state: 'open' }),
    'running',
  );
  expect(screen.queryByRole('link')).toBeNull();
});

const queuedWords: QueuedMessage = {
  id: 'message-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
  taskId: 't',
  by: 'ann',
  content: 'Mind the budget',
  at: 0,
  state: 'waiting',
  reason: null,
};

it('shows messages for the next run, and takes them back', async () => {
  const { onWithdraw } = mount(asked(), 'next-run', [queuedWords]);
  expect(screen.getByText(/with the next run of/)).toBeVisible();
  expect(await screen.findByText('From ann, sent with the next run')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Take back' }));
  expect(onWithdraw).toHaveBeenCalledExactlyOnceWith(queuedWords.id);
});

it('shows why a message was not sent, and offers it again', async () => {
  const returned = { ...queuedWords, state: 'not-sent', reason: 'The task was stopped.' } as const;
  const { onSayAgain } = mount(asked(), 'new-run', [returned]);
  expect(await screen.findByText('Not sent: The task was stopped.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
  expect(onSayAgain).toHaveBeenCalledExactlyOnceWith(returned);
});

it.each(['running', 'next-run', 'new-run'] as const)(
  'continues what is written with attachments: %s',
  async (to) => {
    const { onAttach } = mount(emptyThread('t'), to);
    await userEvent.type(screen.getByRole('textbox'), 'Look');
    await userEvent.click(screen.getByRole('button', { name: 'Attach' }));
    expect(onAttach).toHaveBeenCalledExactlyOnceWith('Look');
  },
);

it('says why nothing can be attached', () => {
  mount(emptyThread('t'), 'new-run', [], false);
  const attach = screen.getByRole('button', { name: 'Attach' });
  expect(attach).toBeDisabled();
  expect(attach).toHaveAttribute('title', 'This agent accepts no attachments');
});

it('attaches nothing while a question prevents messages', () => {
  mount(asked({ id: 'p2', origin: promptOriginSchema.parse('interrupt'), state: 'open' }));
  expect(screen.getByRole('button', { name: 'Attach' })).toBeDisabled();
});
