import type { Insights, SourceFigures } from '@countersign/api/records/insights';
import type { ReactNode } from 'react';
import { figure, percent } from '../../text/count.ts';
import { insightsText as text } from '../../text/insights.ts';
import { visibleText } from '../../text/visible-text.ts';
import { csvOf } from '../../ui/files/csv.ts';
import { formatSpan } from '../../ui/format-time.ts';

const people = ({ approved, edited, rejected, other }: SourceFigures) =>
  approved + edited + rejected + other;
const share = (part: number, all: number) => (all === 0 ? '–' : percent(part / all));
const span = (ms: number | null) => (ms === null ? '–' : formatSpan(ms));

/** How the questions of a source ended, as parts of one bar. */
function AnswerBar({ source }: { source: SourceFigures }) {
  const { approved, unread, edited, rejected, other, byPolicy, byDefault } = source;
  const parts = [
    ['read', approved - unread],
    ['unread', unread],
    ['edited', edited],
    ['rejected', rejected],
    ['other', other],
    ['policy', byPolicy],
    ['default', byDefault],
  ] as const;
  return (
    <span aria-hidden="true" className="insights-shares insights-bar-cell">
      {parts.map(([name, n]) => (
        <i className={`is-${name}`} key={name} style={{ flexGrow: n }} />
      ))}
    </span>
  );
}

interface SourceTableProps {
  figures: Pick<Insights, 'sources' | 'others'>;
  agentName: (id: string) => string;
  /** To the questions of a source. */
  link: (source: SourceFigures, words: ReactNode) => ReactNode;
}

/** Connections and tools, the noisiest first. */
export function SourceTable({ figures, agentName, link }: SourceTableProps) {
  const { columns } = text;
  return (
    <section className="stack-tight insights-sources">
      <h2>{text.sources}</h2>
      <p aria-hidden="true" className="small muted row-wrap insights-swatches">
        {(['read', 'unread', 'edited', 'rejected', 'policy', 'default'] as const).map((name) => (
          <span key={name}>
            <i className={`is-${name}`} />
            {text.swatches[name]}
          </span>
        ))}
      </p>
      <div className="scrolls-down">
        <table className="data-table">
          <thead>
            <tr>
              <th scope="col">{columns.source}</th>
              <th className="number" scope="col">
                {columns.asked}
              </th>
              <th scope="col">{columns.answers}</th>
              {(['approved', 'edited', 'rejected', 'p50', 'p95'] as const).map((name) => (
                <th className="number" key={name} scope="col">
                  {columns[name]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {figures.sources.map((source) => (
              <tr key={`${source.agentId} ${source.tool}`}>
                <th className="insights-source" scope="row">
                  {link(source, visibleText(agentName(source.agentId)))}
                  {source.tool === '' ? null : (
                    <>
                      {' '}
                      <span className="muted">{visibleText(source.tool)}</span>
                    </>
                  )}
                </th>
                <td className="number tabular">{figure(source.asked)}</td>
                <td>
                  <AnswerBar source={source} />
                </td>
                <td className="number tabular">{share(source.approved, people(source))}</td>
                <td className="number tabular">{share(source.edited, people(source))}</td>
                <td className="number tabular">{share(source.rejected, people(source))}</td>
                <td className="number tabular">{span(source.p50Ms)}</td>
                <td className="number tabular">{span(source.p95Ms)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {figures.others === 0 ? null : <p className="small muted">{text.others(figures.others)}</p>}
    </section>
  );
}

const csvMembers = [
  ...(['agentId', 'tool', 'asked', 'approved', 'unread', 'edited', 'rejected', 'other'] as const),
  ...(['byPolicy', 'byDefault', 'unseen', 'unanswered', 'p50Ms', 'p95Ms'] as const),
];

/** All sources with their counts, under the names of the API. */
export const sourcesCsv = ({ sources }: Pick<Insights, 'sources'>): string =>
  csvOf(
    csvMembers,
    sources.map((source) => csvMembers.map((name) => source[name])),
  );
