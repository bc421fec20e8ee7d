// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answers, decisionBy, makePrompt, mount, NOW } from './testing/panel.tsx';

const claimOf = (operator: string, name: string, takeOver: 'sara' | 'mei' | null = null) => ({
  operator,
  name,
  since: NOW - 1_000,
  until: NOW + 600_000,
  takeOver:
    takeOver === null
      ? null
      : {
          operator: takeOver,
          name: takeOver === 'mei' ? 'Mei Tanaka' : 'Sara Okafor',
          at: NOW,
          grantedAt: NOW + 30_000,
        },
});
const heldByMei = makePrompt({ claim: claimOf('mei', 'Mei Tanaka') });

beforeEach(() => localStorage.clear());

describe('several people at one prompt', () => {
  it('shows a viewer no answer, and why', async () => {
    mount(makePrompt(), { me: { id: 'lena', name: 'Lena Roth', role: 'viewer' } });
    expect(await screen.findByText('You can read this, not answer it.')).toBeInTheDocument();
    expect(screen.queryByRole('group', { name: 'Answer' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Send/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'More about this question' })).toBeNull();
  });

  it('says who stopped the task, and that the agent withdrew it only when it did', async () => {
    const { put } = mount(makePrompt());
    await answers();
    const closed = { state: 'withdrawn', closedAt: NOW } as const;
    const closedReason = 'The run was stopped before an answer was given.';
    put(makePrompt({ ...closed, closedReason, stoppedBy: { id: 'mei', name: 'Mei Tanaka' } }));
    expect(await screen.findByText('Mei Tanaka stopped the task.')).toBeInTheDocument();
    expect(screen.queryByText('The agent withdrew the question.')).toBeNull();
    put(makePrompt({ ...closed, closedReason, stoppedBy: { id: 'sara', name: 'Sara Okafor' } }));
    expect(await screen.findByText('You stopped the task.')).toBeInTheDocument();
    put(makePrompt({ ...closed, closedReason: 'Found it.' }));
    expect(await screen.findByText('The agent withdrew the question.')).toBeInTheDocument();
  });

  it('claims the prompt with the first choice of an answer, and releases it by button', async () => {
    const { api, put, user } = mount(makePrompt());
    expect(api.claimPrompt).not.toHaveBeenCalled();
    await user.click(within(await answers()).getByRole('button', { name: 'Instruct' }));
    await waitFor(() => expect(api.claimPrompt).toHaveBeenCalledExactlyOnceWith('t~m'));
    put(makePrompt({ claim: claimOf('sara', 'Sara Okafor') }));
    await user.click(await screen.findByRole('button', { name: 'Release' }));
    expect(api.releaseClaim).toHaveBeenCalledOnce();
  });

  it('releases it when the panel is left without a draft, also before its fact was received', async () => {
    const { api, unmount, user } = mount(makePrompt());
    await user.click(within(await answers()).getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(api.claimPrompt).toHaveBeenCalledOnce());
    unmount();
    await waitFor(() => expect(api.releaseClaim).toHaveBeenCalledExactlyOnceWith('t~m'));
  });

  it('keeps it when the panel is left with a draft', async () => {
    const { api, put, unmount, user } = mount(makePrompt());
    await user.click(within(await answers()).getByRole('button', { name: 'Instruct' }));
    await user.type(screen.getByLabelText('Instruction'), 'Half');
    put(makePrompt({ claim: claimOf('sara', 'Sara Okafor') }));
    await screen.findByText('Held by you');
    unmount();
    await waitFor(() => expect(api.saveDraft).toHaveBeenCalled());
    expect(api.releaseClaim).not.toHaveBeenCalled();
  });

  it('does not claim it for a comment, which needs no claim', async () => {
    const { api, server, user } = mount(makePrompt());
    await user.click(within(await answers()).getByRole('button', { name: 'Comment' }));
    await user.type(screen.getByLabelText('Comment'), 'Ask Mei first');
    await user.click(screen.getByRole('button', { name: 'Add comment' }));
    await waitFor(() => expect(api.createComment).toHaveBeenCalledOnce());
    expect(api.claimPrompt).not.toHaveBeenCalled();
    // A sent comment is no longer a draft, here or elsewhere.
    await waitFor(() => expect(server.draft).toMatchObject({ comment: '', type: null }));
  });

  it('releases after a comment the claim of an answer that was not written', async () => {
    const { api, put, user } = mount(makePrompt());
    await user.click(within(await answers()).getByRole('button', { name: 'Instruct' }));
    await waitFor(() => expect(api.claimPrompt).toHaveBeenCalledOnce());
    put(makePrompt({ claim: claimOf('sara', 'Sara Okafor') }));
    await user.click(within(await answers()).getByRole('button', { name: 'Comment' }));
    await user.type(screen.getByLabelText('Comment'), 'Ask Mei first');
    await user.click(screen.getByRole('button', { name: 'Add comment' }));
    await waitFor(() => expect(api.releaseClaim).toHaveBeenCalledExactlyOnceWith('t~m'));
  });

  it('keeps an earlier claim and the other text after a comment', async () => {
    const held = makePrompt({ claim: claimOf('sara', 'Sara Okafor') });
    const { api, user, unmount } = mount(held);
    await user.click(within(await answers()).getByRole('button', { name: 'Instruct' }));
    await user.type(screen.getByLabelText('Instruction'), 'Half');
    await user.click(within(await answers()).getByRole('button', { name: 'Comment' }));
    await user.type(screen.getByLabelText('Comment'), 'Ask Mei first');
    await user.click(screen.getByRole('button', { name: 'Add comment' }));
    await waitFor(() => expect(api.createComment).toHaveBeenCalledOnce());
    await user.click(within(await answers()).getByRole('button', { name: 'Instruct' }));
    expect(screen.getByLabelText('Instruction')).toHaveValue('Half');
    unmount();
    expect(api.releaseClaim).not.toHaveBeenCalled();
  });

  it('sends nothing while another operator holds it, unless confirmed', async () => {
    const { decide, user } = mount(heldByMei);
    await user.click(within(await answers()).getByRole('button', { name: 'Approve' }));
    expect(screen.getByRole('button', { name: 'Send approval' })).toBeDisabled();
    expect(screen.getByText('Mei Tanaka holds this')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Answer anyway' }));
    await user.click(screen.getByRole('button', { name: 'Exact bytes' }));
    const dialog = await screen.findByRole('dialog', { name: 'Exact bytes' });
    expect(dialog).toHaveTextContent('"despiteClaim": true');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Send approval' }));
    expect(decide.mock.calls[0]?.[0]).toMatchObject({ despiteClaim: true });
  });

  it('asks for it once, and shows when it will be handed over', async () => {
    const { api, put, user } = mount(heldByMei);
    await answers();
    await user.click(screen.getByRole('button', { name: 'Ask to take over' }));
    expect(api.claimPrompt).toHaveBeenCalledExactlyOnceWith('t~m', { takeOver: 'ask' });
    expect(screen.queryByRole('button', { name: 'Take over now' })).toBeNull();
    put(makePrompt({ claim: claimOf('mei', 'Mei Tanaka', 'sara') }));
    expect(await screen.findByText(/Mei Tanaka was asked/)).toHaveTextContent(
      'It is yours in 0:30 unless they keep it.',
    );
    await user.click(screen.getByRole('button', { name: 'Withdraw the request' }));
    expect(api.releaseClaim).toHaveBeenCalledOnce();
  });

  it('lets an administrator take it', async () => {
    const { api, user } = mount(heldByMei, { me: { id: 'root', name: 'Root', role: 'admin' } });
    await answers();
    await user.click(screen.getByRole('button', { name: 'Take over now' }));
    expect(api.claimPrompt).toHaveBeenCalledExactlyOnceWith('t~m', { takeOver: 'force' });
  });

  it('shows a take-over request to the holder at once, with buttons to keep or to hand over', async () => {
    const { api, user } = mount(makePrompt({ claim: claimOf('sara', 'Sara Okafor', 'mei') }));
    const line = await screen.findByRole('alert');
    expect(line).toHaveTextContent('Mei Tanaka asked to take over');
    expect(line).toHaveTextContent('Handed over in 0:30');
    await user.click(within(line).getByRole('button', { name: 'Keep' }));
    expect(api.keepClaim).toHaveBeenCalledOnce();
    await user.click(within(line).getByRole('button', { name: 'Hand over' }));
    expect(api.releaseClaim).toHaveBeenCalledOnce();
  });

  it('shows who else reads and who writes', async () => {
    const { present } = mount(makePrompt());
    await answers();
    present([{ operator: 'mei', name: 'Mei Tanaka', mode: 'editing', since: NOW }]);
    expect(
      await screen.findByRole('img', { name: 'Mei Tanaka is writing an answer' }),
    ).toBeInTheDocument();
  });

  it('lets me choose between what two of my tabs wrote, and sends nothing before', async () => {
    const { otherTab, user } = mount(makePrompt());
    await user.click(within(await answers()).getByRole('button', { name: 'Instruct' }));
    await user.type(screen.getByLabelText('Instruction'), 'Mine');
    await otherTab({ type: 'instruction', instruction: 'Elsewhere', savedAt: NOW + 9, after: 1 });
    const reported = await screen.findByRole('alert');
    expect(reported).toHaveTextContent('You have also written a draft in another tab');
    expect(screen.getByLabelText('Instruction')).toHaveValue('Mine');
    expect(screen.getByRole('button', { name: 'Send instruction' })).toBeDisabled();
    await user.click(within(reported).getByRole('button', { name: 'Use the other' }));
    expect(screen.getByLabelText('Instruction')).toHaveValue('Elsewhere');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says that I answered elsewhere, and keeps what I wrote here', async () => {
    const { put, user } = mount(makePrompt());
    await user.click(within(await answers()).getByRole('button', { name: 'Instruct' }));
    await user.type(screen.getByLabelText('Instruction'), 'Half');
    const decision = decisionBy('sara', 'Sara Okafor', { type: 'approve' });
    put(makePrompt({ state: 'answered', decision }));
    expect(await screen.findByText('Answered by you, elsewhere')).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent(
      /You answered this in another tab.*approved\. What is written here was not sent\./,
    );
  });

  it('ends a quoted answer with one full stop', async () => {
    const { put, user } = mount(makePrompt());
    await user.click(within(await answers()).getByRole('button', { name: 'Instruct' }));
    await user.type(screen.getByLabelText('Instruction'), 'Half');
    const feedback = { type: 'reject' as const, content: { reason: 'The window is closed.' } };
    put(makePrompt({ state: 'answered', decision: decisionBy('mei', 'Mei Tanaka', feedback) }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'rejected, “The window is closed.” Yours was not sent.',
    );
  });
});
