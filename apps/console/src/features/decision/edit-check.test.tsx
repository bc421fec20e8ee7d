// @vitest-environment jsdom
import type { EditCheck } from '@countersign/api/prompts/edit-check';
import type { CheckFault, Figure } from '@countersign/upformat/edit-check';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answers, makePrompt, mount } from './testing/panel.tsx';

beforeEach(() => localStorage.clear());

const offering = () =>
  makePrompt({}, { upPrompt: { check: { endpoint: 'check' }, outputs: [{ type: 'graph' }] } });

const checked = (faults: CheckFault[], outputs: Figure[] | null = null): EditCheck => ({
  outcome: 'checked',
  faults,
  outputs,
  left: 0,
});

interface Call {
  value: unknown;
  signal: AbortSignal;
  answer: (check: EditCheck) => Promise<void>;
  fail: () => Promise<void>;
}

/** The panel with an edit that is being typed; `calls` are the checks received by the server. */
async function editing(prompt = offering()) {
  const calls: Call[] = [];
  const mounted = mount(prompt);
  mounted.api.checkEdit.mockImplementation(
    (_id, body, signal) =>
      new Promise((resolve, reject) => {
        calls.push({
          value: body.value,
          signal,
          answer: (check) => act(async () => resolve(check)),
          fail: () => act(async () => reject(new TypeError('Failed to fetch'))),
        });
      }),
  );
  const { user } = mounted;
  await user.click(within(await answers()).getByRole('button', { name: 'Edit' }));
  const field = screen.getByLabelText('Pci');
  const type = async (value: number) => {
    await user.clear(field);
    await user.type(field, String(value));
  };
  /** Typing pauses, and so many checks have been asked for then. */
  const nth = (count: number) =>
    waitFor(() => {
      act(() => mounted.clock.advance(1_000));
      expect(calls).toHaveLength(count);
    });
  return { ...mounted, calls, field, type, nth };
}

const send = () => screen.getByRole('button', { name: /^Send \d edit/ });
const note = () => screen.getByRole('region', { name: 'Checked by the agent' });

describe('the agent’s own check of an edit', () => {
  it('is asked for what differs from the proposal, once typing has paused', async () => {
    const { calls, type, nth, api } = await editing();
    expect(screen.queryByRole('region', { name: 'Checked by the agent' })).toBeNull();
    await type(220);
    await nth(1);
    expect(calls[0]?.value).toEqual({ pci: 220 });
    expect(api.checkEdit.mock.calls[0]?.slice(0, 2)).toEqual([
      't~m',
      { value: { pci: 220 }, digest: offering().digest },
    ]);
    await calls[0]?.answer(checked([]));
    expect(note()).toHaveTextContent('Radio Planner found no problem.');
    await type(218);
    expect(screen.queryByRole('region', { name: 'Checked by the agent' })).toBeNull();
    await nth(1);
  });

  it('prevents sending exactly the value that the agent reports as an error', async () => {
    const { calls, field, type, nth, decide, user } = await editing();
    await type(221);
    await nth(1);
    const fault = {
      path: '/pci',
      message: 'Collides with NTO-0412-1.',
      severity: 'error',
    } as const;
    await calls[0]?.answer(checked([fault], [{ type: 'chart' }]));
    expect(send()).toBeDisabled();
    expect(note()).toHaveTextContent('Radio Planner would not accept this: 1 error');
    expect(field).toHaveAccessibleDescription(/The agent: Collides with NTO-0412-1\./);
    // The form itself reports no error.
    expect(field).not.toHaveAttribute('aria-invalid');
    expect(screen.getByText('figure: chart')).toBeInTheDocument();
    expect(screen.queryByText('figure: graph')).toBeNull();
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(decide).not.toHaveBeenCalled();
    await type(222);
    expect(send()).toBeEnabled();
    await nth(2);
    await user.click(send());
    expect(decide).toHaveBeenCalledOnce();
  });

  it('allows sending with a warning, and shows it', async () => {
    const { calls, type, nth, decide, user } = await editing();
    await type(221);
    await nth(1);
    await calls[0]?.answer(checked([{ path: '', message: 'Rather far.', severity: 'warning' }]));
    expect(note()).toHaveTextContent('Radio Planner says: 1 warning');
    expect(note()).toHaveTextContent('Rather far.');
    expect(screen.getByText('figure: graph')).toBeInTheDocument();
    await user.click(send());
    expect(decide).toHaveBeenCalledOnce();
  });

  it('says that it was not checked, still allows sending, and checks again on request', async () => {
    const { calls, type, nth, user } = await editing();
    await type(221);
    await nth(1);
    const detail = 'Demo did not answer within 5 seconds.';
    await calls[0]?.answer({ outcome: 'unchecked', reason: 'timeout', detail });
    expect(note()).toHaveTextContent(
      `Not checked by Radio Planner. ${detail} You can still send it.`,
    );
    expect(send()).toBeEnabled();
    await user.click(within(note()).getByRole('button', { name: 'Check again' }));
    await nth(2);
    await calls[1]?.fail();
    expect(note()).toHaveTextContent('Not checked by Radio Planner.');
    expect(send()).toBeEnabled();
  });

  it('cancels the check of an older value, and uses only the newest result', async () => {
    const { calls, type, nth } = await editing();
    await type(221);
    await nth(1);
    await type(222);
    await nth(2);
    expect(calls[0]?.signal.aborted).toBe(true);
    await calls[1]?.answer(checked([]));
    await calls[0]?.answer(checked([{ path: '/pci', message: 'Old.', severity: 'error' }]));
    expect(note()).toHaveTextContent('Radio Planner found no problem.');
    expect(note()).not.toHaveTextContent('Old.');
  });

  it('waits until the fields are valid', async () => {
    const { type, nth } = await editing();
    await type(5000);
    expect(note()).toHaveTextContent('checks your changes once the fields are right');
    await nth(0);
  });
});
