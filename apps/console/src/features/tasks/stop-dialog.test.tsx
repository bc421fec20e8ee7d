// @vitest-environment jsdom
import type { Control, Task } from '@countersign/api/task';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { StopDialog } from './stop-dialog.tsx';

const task = (id: string, part: Partial<Task> = {}): Task => ({
  id,
  title: id,
  agentId: 'a',
  agentName: 'A',
  agents: ['a'],
  runId: 'r',
  runStatus: 'running',
  state: null,
  openPrompts: { blocking: 0, followup: 0 },
  startedAt: 0,
  updatedAt: 0,
  endedAt: null,
  counts: { events: 0, anomalies: 0 },
  controls: [],
  can: { pause: 'agent', stop: 'agent', message: 'running' },
  ...part,
});
const control = (part: Partial<Control>): Control => ({
  id: 'c',
  taskId: 'One',
  runId: 'r',
  action: 'stop',
  means: 'agent',
  reason: null,
  by: 'operator:sara',
  state: 'delivered',
  requestedAt: 1,
  deliveredAt: 2,
  acknowledgedAt: null,
  settledAt: null,
  failure: null,
  eventsSince: 0,
  ...part,
});

describe('stopping many tasks', () => {
  it('says how many, skips ended tasks, and shows the result of each', async () => {
    const onStop = vi.fn();
    const before = [
      task('One'),
      task('Two', { can: { pause: 'hold', stop: 'close', message: 'new-run' } }),
      task('Three', { runStatus: 'finished' }),
      // Its answer would start the next run.
      task('Four', { runStatus: 'finished', openPrompts: { blocking: 0, followup: 1 } }),
    ];
    const dialog = (tasks: Task[]) => (
      <StopDialog onClose={() => {}} onStop={onStop} outbox={[]} tasks={tasks} />
    );
    const { rerender } = render(dialog(before));
    expect(screen.getByRole('dialog', { name: 'Stop these 3 tasks?' })).toBeVisible();
    expect(screen.getByText(/1 of them has an agent that cannot stop/)).toBeVisible();
    expect(screen.getByText(/1 more has ended already/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'Stop 3 tasks' }));
    expect(onStop).toHaveBeenCalledWith(['One', 'Two', 'Four']);

    const settled = { acknowledgedAt: 3, settledAt: 4, state: 'settled' as const };
    rerender(
      dialog([
        task('One', { controls: [control({ ...settled, eventsSince: 7 })], runStatus: 'stopped' }),
        task('Two', { controls: [control({ taskId: 'Two' })], runStatus: 'stopping' }),
        task('Four', { runStatus: 'stopped' }),
      ]),
    );
    expect(screen.getByText('1 of 3 stopped')).toBeVisible();
    const [one, two] = screen
      .getAllByRole('list', { name: 'Status of the stop' })
      .map((ladder) => ladder.textContent);
    expect(one).toContain('settled, done');
    expect(two).toContain('acknowledged, in progress');
    expect(within(screen.getByRole('dialog')).getByText('7 events since')).toBeVisible();
  });
});
