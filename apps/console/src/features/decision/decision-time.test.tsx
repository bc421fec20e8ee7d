// @vitest-environment jsdom

import type { UpMessage } from '@countersign/upformat/message';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { anyEscalation } from '../../testing/any-prompt.ts';
import { endOf, whyNot } from './snooze/snooze-times.ts';
import { answers, decisionBy, makePrompt, mount, NOW } from './testing/panel.tsx';

beforeEach(() => localStorage.clear());
const hour = 3_600_000;

describe('time', () => {
  it('sends the default now as the agent wrote it, nothing added', async () => {
    const { decide, user } = mount(makePrompt());
    await answers();
    await user.click(screen.getByRole('button', { name: 'Send the default now' }));
    expect(screen.queryByLabelText('Severity')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Send the default' }));
    expect(decide.mock.calls[0]?.[0].feedback).toEqual(makePrompt().message.defaultFeedback);
  });

  it.each<[Partial<UpMessage>, string]>([
    [{}, 'rejected, “No answer”'],
    [
      { defaultFeedback: { type: 'edit', content: { value: { pci: 219 } } } },
      'edited: Pci 218 → 219',
    ],
    [
      {
        defaultFeedback: { type: 'approve' },
        upPrompt: { answers: { approve: { label: 'Allow once' } } },
      },
      'approved as “Allow once”',
    ],
  ])('says the default %j as any other answer', async (message, words) => {
    mount(makePrompt({}, message));
    await answers();
    expect(screen.getByText(words)).toBeInTheDocument();
  });

  it('says that nothing is sent where there is no default, and offers none', async () => {
    mount(makePrompt({}, { defaultFeedback: undefined }));
    await answers();
    expect(screen.getByText(/the question expires/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Send the default now' })).toBeNull();
  });

  it('extends from the deadline that was shown, as often as the agent allows', async () => {
    const { api, put, user } = mount(makePrompt({ extension: { seconds: 300, left: 1 } }));
    await answers();
    await user.click(screen.getByRole('button', { name: /Extend by 5 min/ }));
    expect(api.extendPrompt).toHaveBeenCalledExactlyOnceWith('t~m', NOW + 600_000);
    put(makePrompt({ extension: { seconds: 300, left: 0 } }));
    await waitFor(() => expect(screen.getByRole('button', { name: /used up/ })).toBeDisabled());
  });

  it('says what happens if it stays unclaimed', async () => {
    mount(
      makePrompt({
        escalation: anyEscalation({
          steps: [
            { to: 'group', afterMs: 60_000, group: 'night' },
            { to: 'default', afterMs: 60_000 },
          ],
          nextAt: NOW + 60_000,
        }),
      }),
    );
    expect(await screen.findByText(/If nobody claims it by/)).toHaveTextContent(
      /it goes to group night, then the default is sent\.$/,
    );
  });

  it('snoozes it with a reason, until a time before the deadline', async () => {
    const prompt = makePrompt({ expiresAt: NOW + 30 * 60_000 });
    const { api, user } = mount(prompt);
    await answers();
    await user.click(screen.getByRole('button', { name: 'More about this question' }));
    await user.click(await screen.findByRole('menuitem', { name: /Snooze/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Snooze this question' });
    expect(within(dialog).getByLabelText(/Reason/)).toHaveFocus();
    expect(within(dialog).getByRole('radio', { name: /1 h/ })).toBeDisabled();
    const send = within(dialog).getByRole('button', { name: 'Snooze' });
    expect(send).toBeDisabled();
    await user.type(within(dialog).getByLabelText(/Reason/), 'Waiting for NOC');
    await user.click(send);
    expect(api.snoozePrompt).toHaveBeenCalledExactlyOnceWith('t~m', {
      until: NOW + 15 * 60_000,
      reason: 'Waiting for NOC',
    });
  });

  it('shows who snoozed it and why, and ends the snooze', async () => {
    const snooze = {
      operator: 'mei',
      name: 'Mei Tanaka',
      at: NOW,
      until: NOW + hour,
      reason: 'After lunch',
    };
    const { api, user } = mount(makePrompt({ snooze }));
    expect(await screen.findByText(/Snoozed by Mei Tanaka until/)).toBeInTheDocument();
    expect(screen.getByText(/After lunch/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Wake' }));
    expect(api.wakePrompt).toHaveBeenCalledOnce();
  });

  it('offers no time beyond the deadline, and at most an hour for critical prompts', () => {
    const prompt = makePrompt({ expiresAt: NOW + 2 * hour, severity: 'critical' });
    expect(whyNot(prompt, endOf('quarter', NOW, ''), NOW)).toBeNull();
    expect(whyNot(prompt, endOf('hour', NOW, ''), NOW)).toBeNull();
    expect(whyNot(prompt, NOW + 1.5 * hour, NOW)).toMatch(/one hour at most/);
    expect(whyNot(prompt, NOW + 3 * hour, NOW)).toMatch(/After the deadline/);
    expect(whyNot(prompt, NOW, NOW)).toMatch(/passed/);
    expect(whyNot(prompt, endOf('custom', NOW, ''), NOW)).toBe('Choose a time');
  });

  it('says whose answer an administrator would recall', async () => {
    const feedback = { type: 'approve' as const };
    const held = { releaseAt: NOW + 5_000, attempts: 0 };
    const decision = decisionBy('mei', 'Mei Tanaka', feedback, held);
    mount(makePrompt({ state: 'answered', decision }), {
      me: { id: 'sara', name: 'Sara Okafor', role: 'admin' },
    });
    const recall = await screen.findByRole('button', { name: /Recall/ });
    expect(recall).toHaveTextContent('Recall Mei Tanaka’s answer');
  });

  it('shows no tick for a default sent without an answer', async () => {
    const decision = decisionBy('default', 'Default', { type: 'approve' }, {});
    mount(
      makePrompt({
        state: 'answered',
        decision: { ...decision, by: { kind: 'default', id: 'default', name: 'Default' } },
      }),
    );
    const said = await screen.findByText(/Nobody answered in time|Default/i, { selector: 'b' });
    const line = said.closest('.outcome-who');
    expect(line?.querySelector('.lucide-timer-off')).not.toBeNull();
    expect(line?.querySelector('[data-tone="done"]')).toBeNull();
  });

  it('recalls an answer before it is sent, and restores its text', async () => {
    const { api, put, settle, user } = mount(makePrompt());
    await user.click(within(await answers()).getByRole('button', { name: 'Instruct' }));
    await user.type(screen.getByLabelText('Instruction'), 'Keep 0409');
    await user.click(screen.getByRole('button', { name: 'Send instruction' }));
    const feedback = { type: 'instruction' as const, content: { text: 'Keep 0409' } };
    const held = { releaseAt: NOW + 5_000, attempts: 0 };
    const decision = decisionBy('sara', 'Sara Okafor', feedback, held);
    settle({ state: 'recorded', result: { decision } });
    put(makePrompt({ state: 'answered', decision }));
    expect(
      await screen.findByText('Delivery starts in 5 s. Nothing is sent before.'),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Recall' }));
    expect(api.recallDecision).toHaveBeenCalledExactlyOnceWith('d1');
    put(makePrompt());
    await waitFor(() => expect(screen.getByLabelText('Instruction')).toHaveValue('Keep 0409'));
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    const reported = screen.getByText('Your answer was recalled before it was sent.');
    await user.type(screen.getByLabelText('Instruction'), ' too');
    expect(reported).not.toBeInTheDocument();
  });

  it('keeps a draft when the deadline passes, with a note', async () => {
    const { put, user } = mount(makePrompt());
    await user.click(within(await answers()).getByRole('button', { name: 'Instruct' }));
    await user.type(screen.getByLabelText('Instruction'), 'Half a sentence');
    put(makePrompt({ state: 'expired', closedReason: 'Nobody answered in time.' }));
    const reported = await screen.findByRole('alert');
    expect(reported).toHaveTextContent('What you wrote was not sent. It is kept here');
    await user.click(within(reported).getByRole('button', { name: 'Your draft' }));
    expect(await screen.findByRole('dialog', { name: 'Your draft' })).toHaveTextContent(
      'Half a sentence',
    );
  });
});
