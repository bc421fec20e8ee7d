import type { Insights } from '@countersign/api/records/insights';
import type { ReactNode } from 'react';
import { figure, percent } from '../../text/count.ts';
import { insightsText as text } from '../../text/insights.ts';
import { formatSpan } from '../../ui/format-time.ts';
import type { FigureKind } from './insights-search.ts';

/** A link to the questions of a figure; plain text if there are none. */
export type ListLink = (kind: FigureKind, words: ReactNode) => ReactNode;

function Figure({
  name,
  value,
  beside,
  children,
}: {
  name: string;
  value: string;
  beside?: string;
  children: ReactNode;
}) {
  return (
    <div className="insights-figure stack-tight">
      <dt className="small muted">{name}</dt>
      <dd className="tabular">
        <b>{value}</b>
        {beside === undefined ? null : <span className="small muted">{beside}</span>}
      </dd>
      <dd className="small">{children}</dd>
    </div>
  );
}

const share = (part: number, all: number) => (all === 0 ? '–' : percent(part / all));
const span = (ms: number | null) => (ms === null ? '–' : formatSpan(ms));

/** The figures of the whole period, each with the questions behind it. */
export function FigureStrip({ figures, link }: { figures: Insights; link: ListLink }) {
  const { asked, open, by, answers, time } = figures;
  const some = (n: number, kind: FigureKind, words: string) =>
    n === 0 ? words : link(kind, words);
  const slow = time.histogram
    .filter(({ upToMs }) => upToMs === null || upToMs > 480_000)
    .reduce((sum, { n }) => sum + n, 0);
  return (
    <dl className="insights-strip line-below">
      <Figure beside={text.stillOpen(open)} name={text.asked} value={figure(asked)}>
        {some(asked, 'all', text.see(asked))}
      </Figure>
      <Figure beside={text.p95(span(time.p95Ms))} name={text.time} value={span(time.p50Ms)}>
        <span className="muted">{text.slow(slow)}</span>
      </Figure>
      <div className="insights-figure stack-tight">
        <dt className="small muted">{text.by}</dt>
        <dd aria-hidden="true" className="insights-shares">
          {(['person', 'policy', 'default', 'nobody'] as const).map((who) => (
            <i key={who} className={`is-${who}`} style={{ flexGrow: by[who] }} />
          ))}
        </dd>
        <dd className="small insights-legend">
          {asked === 0
            ? '–'
            : (['person', 'policy', 'default', 'nobody'] as const).map((who) => (
                <span key={who}>{text.shares[who](by[who] / asked)}</span>
              ))}
          {answers.unseen === 0 ? null : link('unseen', text.unseen(answers.unseen))}
        </dd>
      </div>
      <Figure
        beside={text.underTwo}
        name={text.unread}
        value={share(answers.unread, answers.approved)}
      >
        {some(answers.unread, 'unread', text.of(answers.unread, answers.approved))}
      </Figure>
      <Figure name={text.changed} value={share(answers.edited + answers.rejected, by.person)}>
        <span className="row-inline">
          {some(answers.edited, 'edited', text.edited(answers.edited))}
          {some(answers.rejected, 'rejected', text.rejected(answers.rejected))}
        </span>
      </Figure>
    </dl>
  );
}
