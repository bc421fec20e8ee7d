// @vitest-environment jsdom
import type { FeedbackType } from '@countersign/upformat/message';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { anyEscalation } from '../../testing/any-prompt.ts';
import { answers, decisionBy, makePrompt, mount, NOW } from './testing/panel.tsx';

beforeEach(() => localStorage.clear());

describe('DecisionPanel', () => {
  it('offers six answers, none chosen; a refused one stays with its reason', async () => {
    const { decide, user } = mount(makePrompt());
    const bar = await answers();
    const buttons = within(bar).getAllByRole('button');
    expect(buttons.map((button) => button.textContent?.slice(0, 6))).toHaveLength(6);
    for (const button of buttons) expect(button).toHaveAttribute('aria-pressed', 'false');
    const rank = within(bar).getByRole('button', { name: 'Rank' });
    expect(rank).toHaveAttribute('aria-disabled', 'true');
    await user.click(rank);
    expect(rank).toHaveAttribute('aria-pressed', 'false');
    expect(screen.getByRole('button', { name: 'Choose an answer' })).toBeDisabled();
    expect(decide).not.toHaveBeenCalled();
  });

  it('can be dismissed once an answer came back, beside being answered again', async () => {
    const part = { state: 'refused', failure: 'The agent refused it: no' } as const;
    const returned = decisionBy('lea', 'Lea', { type: 'approve' }, part);
    const { user } = mount(makePrompt({ returned }));
    await answers();
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(await screen.findByRole('dialog', { name: 'Dismiss the question' })).toBeVisible();
  });

  it('shows a question of an unknown protocol with that protocol’s names', async () => {
    mount(
      makePrompt({
        origin: { protocol: 'parley', kind: 'wager', answeredBy: 'resume', label: 'Wager' },
      }),
    );
    await answers();
    expect(screen.getByText('Wager')).toBeInTheDocument();
    expect(screen.getByText(/resumes the run that stopped to ask/)).toBeInTheDocument();
  });

  it.each([
    ['a form', {}, 'No proposal. Fill in the form to answer.'],
    ['no form', { upContext: {} }, 'No proposal. The agent asks for an answer in words.'],
    [
      'an address to open',
      {
        upContext: {},
        upPrompt: {
          allowed: ['approve', 'reject', 'comment'] satisfies FeedbackType[],
          outputs: [{ type: 'file', url: 'https://bank.example/pay', name: 'bank.example' }],
        },
      },
      'Open the address, then approve or reject.',
    ],
    [
      'an address that cannot be opened',
      { upContext: {}, upPrompt: { allowed: ['reject', 'comment'] satisfies FeedbackType[] } },
      'No proposal. The question can only be rejected.',
    ],
  ])('says what it asks for when nothing is proposed: %s', async (_what, message, words) => {
    mount(makePrompt({}, { payload: {}, ...message }));
    await answers();
    expect(screen.getByText(words)).toBeInTheDocument();
  });

  it('says what is missing, and what happens without an answer', async () => {
    mount(makePrompt());
    await answers();
    expect(screen.getByText('Not given:').parentElement).toHaveTextContent(
      'Not given: confidence, whether it could continue by itself, reasoning, assumptions,',
    );
    expect(screen.getByText('The agent gave no explanation.')).toBeInTheDocument();
    expect(screen.getByText('rejected, “No answer”')).toBeInTheDocument();
  });

  it('sends my edit with its patch, bound to the digest that was shown', async () => {
    const { decide, user } = mount(makePrompt());
    await user.click(within(await answers()).getByRole('button', { name: 'Edit' }));
    const field = screen.getByLabelText('Pci');
    await user.clear(field);
    await user.type(field, '220');
    await user.click(screen.getByRole('button', { name: 'Send 1 edit' }));
    expect(decide).toHaveBeenCalledExactlyOnceWith({
      promptId: 't~m',
      digest: makePrompt().digest,
      feedback: {
        type: 'edit',
        target: { messageId: 'm' },
        content: { patch: [{ op: 'replace', path: '/pci', value: 220 }], value: { pci: 220 } },
      },
    });
  });

  it('keeps an edit that breaks the schema here, with the fault at the field and in the summary', async () => {
    const { decide, user } = mount(makePrompt());
    await user.click(within(await answers()).getByRole('button', { name: 'Edit' }));
    await user.clear(screen.getByLabelText('Pci'));
    await user.type(screen.getByRole('textbox', { name: /Pci/ }), 'five');
    expect(screen.getByRole('button', { name: 'Send 1 edit' })).toBeDisabled();
    await user.clear(screen.getByRole('textbox', { name: /Pci/ }));
    await user.type(screen.getByRole('textbox', { name: /Pci/ }), '5000');
    expect(screen.getByRole('button', { name: 'Send 1 edit' })).toBeDisabled();
    expect(screen.queryByRole('region', { name: '1 field needs attention' })).toBeNull();
    await user.click(screen.getByRole('button', { name: '1 field to correct' }));
    expect(decide).not.toHaveBeenCalled();
    const summary = screen.getByRole('region', { name: '1 field needs attention' });
    await user.click(within(summary).getByRole('button', { name: 'Pci: at most 1007' }));
    expect(screen.getByRole('textbox', { name: /Pci/ })).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Send 1 edit' })).toBeDisabled();
  });

  it('shows each delivery step only when the other side confirms it', async () => {
    const { settle, put, user } = mount(makePrompt());
    await user.click(within(await answers()).getByRole('button', { name: 'Approve' }));
    expect(screen.getByText('Waiting on: Anyone')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Send approval' }));
    const rungs = () =>
      within(screen.getByRole('list', { name: 'Your answer on its way' }))
        .getAllByRole('listitem')
        .map((rung) => rung.textContent);
    expect(rungs()[0]).toContain('sending, in progress');
    expect(rungs()[1]).toContain('recorded, not yet');
    const decision = decisionBy('sara', 'Sara Okafor', { type: 'approve' });
    settle({ state: 'recorded', result: { decision } });
    put(makePrompt({ state: 'answered', decision }));
    await waitFor(() => expect(rungs()[0]).toContain('recorded, done'));
    expect(rungs()[1]).toContain('delivered, in progress');
    put(
      makePrompt({
        state: 'answered',
        decision: { ...decision, state: 'acknowledged', deliveredAt: NOW, acknowledgedAt: NOW },
      }),
    );
    await waitFor(() => expect(rungs()[2]).toContain('acknowledged, done'));
    expect(screen.getByText('Answered by you')).toBeInTheDocument();
    // What is answered waits for nobody any more.
    expect(screen.queryByText(/^Waiting on/)).toBeNull();
  });

  it('shows who answered first, when and how, and keeps my draft', async () => {
    const { settle, user } = mount(makePrompt());
    await user.click(within(await answers()).getByRole('button', { name: 'Instruct' }));
    await user.type(screen.getByLabelText('Instruction'), 'Wait');
    await user.click(screen.getByRole('button', { name: 'Send instruction' }));
    const decision = decisionBy('mei', 'Mei Tanaka', {
      type: 'reject',
      content: { reason: 'inside policy' },
    });
    settle({
      state: 'refused',
      problem: {
        type: '/problems/prompt-answered',
        title: 'Answered',
        status: 409,
        prompt: makePrompt({ state: 'answered', decision }),
      },
    });
    const note = await screen.findByRole('alert');
    expect(note).toHaveTextContent(
      /Mei Tanaka answered first, .*rejected, “inside policy”. Yours was not sent/,
    );
    await user.click(within(note).getByRole('button', { name: 'Your draft' }));
    expect(await screen.findByRole('dialog')).toHaveTextContent('Wait');
  });

  it('requires a reason before sending if the policy of the prompt does', async () => {
    const escalation = anyEscalation({ reasonFor: ['reject'] });
    const { decide, user } = mount(makePrompt({ escalation }));
    await user.click(within(await answers()).getByRole('button', { name: 'Reject' }));
    const send = screen.getByRole('button', { name: 'Send rejection' });
    expect(send).toBeDisabled();
    await user.type(screen.getByLabelText(/Reason/), 'No budget');
    await user.click(send);
    expect(decide).toHaveBeenCalledOnce();
  });

  it('never replaces the content automatically: a revision is announced and must be accepted', async () => {
    const { decide, put, user } = mount(makePrompt());
    await user.click(within(await answers()).getByRole('button', { name: 'Edit' }));
    await user.clear(screen.getByLabelText('Pci'));
    await user.type(screen.getByRole('textbox', { name: /Pci/ }), '220');
    const field = screen.getByRole('textbox', { name: /Pci/ });
    put(makePrompt({ revision: 2, digest: 'f'.repeat(64) }, { payload: { pci: 221, note: 'n' } }));
    expect(
      await screen.findByText('The agent changed this while you read it.'),
    ).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: /Pci/ })).toBe(field);
    expect(field).toHaveFocus();
    expect(field).toHaveValue('220');
    expect(screen.getByText('9f3a c2e1 44b0')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Send 1 edit' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Use revision 2' })).toBeDisabled();
    await user.click(screen.getByRole('radio', { name: 'Keep yours: 220' }));
    await user.click(screen.getByRole('button', { name: 'Use revision 2' }));
    await user.click(screen.getByRole('button', { name: 'Send 1 edit' }));
    expect(decide.mock.calls[0]?.[0]).toMatchObject({
      digest: 'f'.repeat(64),
      feedback: { content: { value: { pci: 220, note: 'n' } } },
    });
  });

  it('does not say that the agent changed it when a person only loaded its schema', async () => {
    const { put, user } = mount(makePrompt());
    await user.click(within(await answers()).getByRole('button', { name: 'Instruct' }));
    await user.type(screen.getByLabelText('Instruction'), 'Keep 0409');
    const loadedSchema = {
      from: 'https://schemas.example/pci.json',
      at: '2026-11-21T14:20:00Z',
      by: { id: 'mei', name: 'Mei Tanaka' },
      schema: { type: 'object' },
    };
    put(makePrompt({ revision: 2, digest: 'f'.repeat(64) }, { loadedSchema }));
    expect(await screen.findByText('Mei Tanaka loaded the schema while you wrote.')).toBeVisible();
    expect(screen.queryByText(/The agent changed this/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Use the schema' }));
    expect(screen.queryByText(/loaded the schema while/)).toBeNull();
    expect(screen.getByLabelText('Instruction')).toHaveValue('Keep 0409');
    const other = { payload: { pci: 3 }, loadedSchema };
    put(makePrompt({ revision: 3, digest: 'e'.repeat(64) }, other));
    expect(await screen.findByText(/The agent changed this/)).toBeVisible();
  });

  it('says the effect of the answer that is chosen', async () => {
    const answersOf = { approve: { effect: 'All of it goes out.' } };
    const { user } = mount(makePrompt({}, { upPrompt: { answers: answersOf } }));
    const brief = await screen.findByRole('region', { name: 'Brief' });
    expect(brief).toHaveTextContent('Approve: All of it goes out.');
    await user.click(within(await answers()).getByRole('button', { name: 'Edit' }));
    expect(brief).not.toHaveTextContent('All of it goes out.');
    expect(brief).toHaveTextContent('The agent did not say what this answer does.');
  });

  it('keeps the draft over a reload', async () => {
    const first = mount(makePrompt());
    await first.user.click(within(await answers()).getByRole('button', { name: 'Instruct' }));
    await first.user.type(screen.getByLabelText('Instruction'), 'Keep 0409');
    document.body.replaceChildren();
    mount(makePrompt());
    await waitFor(() => expect(screen.getByLabelText('Instruction')).toHaveValue('Keep 0409'));
  });

  it('gives no focus to a draft that arrives from the server: a letter would be typed into it', async () => {
    const first = mount(makePrompt());
    await first.user.click(within(await answers()).getByRole('button', { name: 'Instruct' }));
    await first.user.type(screen.getByLabelText('Instruction'), 'To Lisbon');
    await waitFor(() => expect(first.server.draft).toMatchObject({ instruction: 'To Lisbon' }));
    const { draft } = first.server;
    first.unmount();
    localStorage.clear();
    const { user } = mount(makePrompt(), { draft });
    await waitFor(() => expect(screen.getByLabelText('Instruction')).toHaveValue('To Lisbon'));
    expect(screen.getByLabelText('Instruction')).not.toHaveFocus();
    await user.keyboard('e');
    expect(screen.queryByDisplayValue('To Lisbone')).not.toBeInTheDocument();
  });

  it('ignores letter keys in a text field', async () => {
    const { user } = mount(makePrompt());
    await user.click(within(await answers()).getByRole('button', { name: 'Comment' }));
    await user.type(screen.getByLabelText('Comment'), 'ra');
    expect(screen.getByLabelText('Comment')).toHaveValue('ra');
    expect(within(await answers()).getByRole('button', { name: 'Reject' })).toHaveAttribute(
      'aria-pressed',
      'false',
    );
  });
});
