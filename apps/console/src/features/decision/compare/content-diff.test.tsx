// @vitest-environment jsdom
import type { UpMessage } from '@countersign/upformat/message';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { makePrompt } from '../testing/panel.tsx';
import { ContentDiff } from './content-diff.tsx';

const differenceOf = (before: Partial<UpMessage>, after: Partial<UpMessage>) =>
  render(
    <ContentDiff before={makePrompt({}, before).message} after={makePrompt({}, after).message} />,
  ).container;

it('shows a deadline as a day and a time, exactly on hover', () => {
  const until = (minute: string) => ({
    upPrompt: { expiresAt: `2026-11-21T14:${minute}:20.114Z` },
  });
  const shown = differenceOf(until('30'), until('45'));
  const times = [...shown.querySelectorAll('time')];
  expect(times.map(({ textContent }) => textContent)).toEqual([
    'Nov 21, 2026 14:30:20',
    'Nov 21, 2026 14:45:20',
  ]);
  expect(times.map(({ title }) => title)).toEqual([
    'Nov 21, 2026 14:30:20.114 UTC',
    'Nov 21, 2026 14:45:20.114 UTC',
  ]);
});

it('leaves a member of the content as the agent wrote it, whatever it is called', () => {
  const { textContent } = differenceOf(
    { payload: { expiresAt: '2026-11-21T14:30:20.114Z' } },
    { payload: { expiresAt: '2026-11-22' } },
  );
  expect(textContent).toContain('2026-11-22');
  expect(textContent).not.toContain('Nov');
});
