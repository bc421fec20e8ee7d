// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answers, makePrompt, mount } from '../testing/panel.tsx';

beforeEach(() => localStorage.clear());

const everything = {
  upThought: {
    confidence: 0.62,
    canProceed: false,
    reasoning: ['Two cells share 87.'],
    assumptions: ['Relations have not changed.'],
    alternatives: ['Wait'],
    questions: ['Which one?'],
  },
  upContext: { entity: 'Cell' },
};

describe('the evidence', () => {
  it('names many missing parts in one line, and none of them twice', async () => {
    mount(makePrompt({}, { upContext: {} }));
    await answers();
    const evidence = screen.getByRole('complementary', { name: 'Evidence' });
    expect(evidence).toHaveTextContent(
      'Not given: confidence, whether it could continue by itself, reasoning, assumptions, alternatives, questions, what is known',
    );
    expect(within(evidence).queryByRole('heading', { name: 'Reasoning' })).toBeNull();
    expect(within(evidence).queryByText('none given')).toBeNull();
  });

  it('says of one or two missing parts at their place that they are missing', async () => {
    const { confidence: _confidence, ...thought } = everything.upThought;
    mount(makePrompt({}, { ...everything, upThought: thought }));
    await answers();
    const evidence = screen.getByRole('complementary', { name: 'Evidence' });
    expect(within(evidence).getByText('no confidence given')).toBeInTheDocument();
    expect(within(evidence).getByText('Two cells share 87.')).toBeInTheDocument();
    expect(within(evidence).queryByText('Not given:')).toBeNull();
  });
});

describe('a message that could not be read', () => {
  it('is the content itself: not “nothing is proposed”, and no evidence is called missing', async () => {
    const raw = '{"state":"NEEDS_HUMAN_INPUT","explanation":"Which account?"}';
    mount(
      makePrompt(
        { origin: { protocol: 'upformat', kind: 'unread', answeredBy: 'words' } },
        {
          payload: undefined,
          upContext: {},
          effect: 'Your words go to the agent as a new message.',
          unread: [{ path: '', problem: 'No such state.', value: raw }],
        },
      ),
    );
    await answers();
    expect(screen.getByText(raw)).toBeInTheDocument();
    expect(screen.getByText('No such state.')).toBeInTheDocument();
    expect(screen.queryByText(/No proposal/)).toBeNull();
    expect(screen.queryByText('Not given:')).toBeNull();
    // Its only effect is how the answer goes back, said once.
    expect(screen.getAllByText(/Your words go to the agent/)).toHaveLength(1);
  });
});

describe('the default', () => {
  it('is that of the newest revision: one that is gone cannot be sent', async () => {
    const { put } = mount(makePrompt());
    await answers();
    expect(screen.getByRole('button', { name: 'Send the default now' })).toBeInTheDocument();
    put(
      makePrompt(
        { revision: 2, digest: 'f'.repeat(64), expiresAt: null },
        { payload: { pci: 221 }, defaultFeedback: undefined },
      ),
    );
    expect(screen.getByText('No deadline:')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Send the default now' })).toBeNull();
  });
});
