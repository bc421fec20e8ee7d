// @vitest-environment jsdom
import type { Insights } from '@countersign/api/records/insights';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { FigureStrip } from './figure-strip.tsx';
import { parseInsightsSearch, periodOf } from './insights-search.ts';
import { LoadPlot } from './load-plot.tsx';
import { ProposalList } from './proposal-list.tsx';
import { ConfidencePlot, SpreadPlot } from './small-plots.tsx';
import { SourceTable, sourcesCsv } from './source-table.tsx';

const source = {
  ...{ agentId: 'refunds', tool: 'refund', asked: 40, approved: 20, unread: 5, edited: 10 },
  ...{ rejected: 5, other: 0, byPolicy: 2, byDefault: 3, unseen: 1, unanswered: 0 },
  ...{ p50Ms: 52_000, p95Ms: 660_000, example: 'q-1' },
};
const figures: Insights = {
  ...{ asked: 40, open: 0, by: { person: 35, policy: 2, default: 3, nobody: 0 } },
  answers: { approved: 20, unread: 5, edited: 10, rejected: 5, other: 0, unseen: 1 },
  time: {
    ...{ answered: 35, p50Ms: 52_000, p95Ms: 660_000 },
    histogram: [
      { upToMs: 60_000, n: 30 },
      { upToMs: null, n: 5 },
    ],
  },
  ...{ sources: [source], others: 0, fields: [], people: [] },
  confidence: [{ at: 0.9, n: 20, left: 17, low: 0.64, high: 0.95 }],
  load: { stepMs: 600_000, points: [{ at: 600_000, asked: 12, blocking: 3 }] },
  proposals: [
    {
      kind: 'teach',
      agentId: 'refunds',
      tool: 'refund',
      part: 10,
      of: 35,
      detail: 'Amount',
      example: 'q-1',
    },
  ],
};
const name = (id: string) => (id === 'refunds' ? 'Refund Desk' : id);

it('every figure that counts something leads to its questions', () => {
  render(
    <FigureStrip figures={figures} link={(kind, words) => <a href={`?kind=${kind}`}>{words}</a>} />,
  );
  const kinds = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(kinds).toEqual([
    '?kind=all',
    '?kind=unseen',
    '?kind=unread',
    '?kind=edited',
    '?kind=rejected',
  ]);
  expect(screen.getByText('5 of 20')).toBeVisible();
});

it('a plot is read by the arrow keys, and as a table', async () => {
  const user = userEvent.setup();
  render(<LoadPlot figures={figures} period={{ from: 0, to: 3 * 600_000 }} />);
  await user.tab();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(screen.getByText(/: 12 in 10 minutes, 3 block an agent$/)).toBeInTheDocument();
  await user.keyboard('{Home}');
  expect(screen.getByText(/: 0 in 10 minutes/)).toBeInTheDocument();
  const rows = within(screen.getByRole('table', { hidden: true })).getAllByRole('row', {
    hidden: true,
  });
  expect(rows).toHaveLength(2);
});

it('says what a stated confidence was worth, and how long people took', async () => {
  const user = userEvent.setup();
  render(
    <>
      <ConfidencePlot bins={figures.confidence} />
      <SpreadPlot time={figures.time} />
    </>,
  );
  await user.tab();
  await user.keyboard('{End}');
  expect(screen.getByText('At 0.9–1: left as it was 17 of 20')).toBeInTheDocument();
});

it('a source shows its shares of what people answered, and is a row of the CSV', () => {
  render(<SourceTable agentName={name} figures={figures} link={(_source, words) => words} />);
  const row = screen.getByRole('row', { name: /^Refund Desk refund/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual([...['40', '', '57%', '29%', '14%', '52 s', '11 min']]);
  expect(sourcesCsv(figures)).toContain('refunds,refund,40,20,5,10,5,0,2,3,1,0,52000,660000');
});

it('a proposal names its source, its figures and the field', () => {
  render(<ProposalList action={() => null} agentName={name} figures={figures} />);
  expect(screen.getByRole('listitem')).toHaveTextContent(
    'Refund Desk, refund: people edited 10 of 35, mostly “Amount”. The agent could be taught.',
  );
});

it('an address that says nothing known is that of the last seven days', () => {
  expect(parseInsightsSearch({ days: '8', kind: 'x', agent: 3 })).toEqual({});
  expect(parseInsightsSearch({ days: 30, kind: 'unread', tool: 'refund' })).toEqual({
    ...{ days: 30, kind: 'unread', tool: 'refund' },
  });
  expect(periodOf({}, 601_000)).toEqual({ from: 1_200_000 - 7 * 86_400_000, to: 1_200_000 });
});
