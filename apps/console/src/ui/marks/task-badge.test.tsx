// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { StatusInput } from './task-appearance.ts';
import { TaskBadge } from './task-badge.tsx';
import { statusOf } from './task-status.ts';

const running: StatusInput = { runStatus: 'running', state: null, blocking: 0, followup: 0 };

describe('the one status of a task', () => {
  it.each<[Partial<StatusInput>, string]>([
    [{ state: 'submitted' }, 'running'],
    [{ state: 'waiting' }, 'waiting'],
    [{ state: 'followup', followup: 1 }, 'running'],
    [{ runStatus: 'paused', blocking: 1 }, 'needsHumanDecision'],
    [{ runStatus: 'finished', state: 'completed' }, 'finished'],
    [{ runStatus: 'finished', state: 'cancelled' }, 'cancelled'],
    [{ runStatus: 'finished', state: 'failed' }, 'failed'],
    [{ runStatus: 'finished', state: 'completed', rejected: true }, 'rejected'],
    [{ runStatus: 'finished', state: 'failed', rejected: true }, 'failed'],
    [{ state: 'completed', rejected: true }, 'running'],
    [{ runStatus: 'finished', followup: 1 }, 'followup'],
    [{ runStatus: 'lost', state: 'completed' }, 'lost'],
  ])('%j is %s', (statusInput, status) =>
    expect(statusOf({ ...running, ...statusInput })).toBe(status),
  );

  it('is one badge, with the protocol’s states on hover', () => {
    render(<TaskBadge statusInput={{ ...running, runStatus: 'finished', state: 'cancelled' }} />);
    const badge = screen.getByText('Cancelled');
    expect(badge).toHaveAttribute('data-tone', 'idle');
    expect(badge).toHaveAttribute('title', "Run: Finished. Agent's state: Cancelled.");
    expect(screen.queryByText('Finished')).toBeNull();
  });
});
