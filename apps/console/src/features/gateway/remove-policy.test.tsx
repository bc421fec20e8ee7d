// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { RemovePolicy } from './remove-policy.tsx';

const policy = {
  ...{ route: 'to-painter', service: 'painter', callers: ['crew'], approval: true },
  ...{ callsPerMinute: 60, hosts: ['10.0.0.5:80'], callerMayAnswer: false, version: 7 },
};
const refused = (problem: object) => Object.assign(new Error('refused'), { problem });
const type = '/problems/policy-changed';
const changed = (now: unknown) =>
  refused({ type, title: 'The policy has changed', status: 409, policy: now });

/** The dialog; its removals are answered in turn, undefined = it is removed. */
function open(answers: unknown[]) {
  const sent: number[] = [];
  const onClose = vi.fn();
  const remove = async (version: number) => {
    sent.push(version);
    const answer = answers[sent.length - 1];
    if (answer !== undefined) throw answer;
  };
  render(<RemovePolicy onClose={onClose} policy={policy} remove={remove} />);
  const press = () => userEvent.click(screen.getByRole('button', { name: 'Remove policy' }));
  return { sent, onClose, press };
}

describe('the removal of a policy', () => {
  it('is of the version that was seen, and of a newer one only after that was shown', async () => {
    const newer = { ...policy, approval: false, version: 9 };
    const { sent, onClose, press } = open([changed(newer), changed({ ...newer, version: 11 })]);
    await press();
    expect(await screen.findByText('Another administrator has changed this policy')).toBeVisible();
    expect(screen.getByText(/^Not removed/)).toBeVisible();
    expect(
      screen.getByRole('row', { name: 'A person allows each call first No Yes' }),
    ).toBeVisible();
    expect(onClose).not.toHaveBeenCalled();
    await press();
    await press();
    expect(sent).toEqual([7, 9, 11]);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('is done if another administrator has removed it, and says why it failed', async () => {
    const failed = refused({ type: 'about:blank', title: 'Broken', status: 500 });
    const gone = refused({ type: 'about:blank', title: 'Not found', status: 404 });
    const { sent, onClose, press } = open([failed, gone]);
    await press();
    expect(await screen.findByText('Not removed')).toBeVisible();
    expect(onClose).not.toHaveBeenCalled();
    await press();
    expect(sent).toEqual([7, 7]);
    expect(onClose).toHaveBeenCalledOnce();
  });
});
