// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { anyPrompt } from '../../testing/any-prompt.ts';
import { Summary } from './summary.tsx';

vi.mock('../../live/session/server-now.ts', () => ({ useServerNow: () => 120_001 }));

it('keeps the age of the oldest question and the number of unclaimed ones together', () => {
  const claim = { operator: 'mei', name: 'Mei Tanaka', since: 1, until: 200_000, takeOver: null };
  const prompts = [anyPrompt('p1'), anyPrompt('p2'), anyPrompt('p3', { claim })];
  render(
    <Summary prompts={prompts} tasks={[]}>
      {null}
    </Summary>,
  );
  // One entry of the list: in a narrow window it wraps as a whole.
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  expect(screen.getByRole('listitem')).toHaveTextContent(/oldest blocking 2\s?min.*unclaimed 2/);
});
