import type { CountedQuestion } from '@countersign/api/records/insights';
import type { ReactNode } from 'react';
import { insightsText as text } from '../../text/insights.ts';
import { answerVerbs } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { formatMoment, formatSpan } from '../../ui/format-time.ts';

const span = (ms: number | null) => (ms === null ? '–' : formatSpan(ms));

/** The questions behind a figure. */
export function CountedList({
  items,
  now,
  agentName,
  link,
}: {
  items: readonly CountedQuestion[];
  now: number;
  agentName: (id: string) => string;
  link: (promptId: string, words: ReactNode) => ReactNode;
}) {
  const { listColumns: columns } = text;
  return (
    <div className="scrolls-down">
      <table className="data-table">
        <thead>
          <tr>
            {Object.values(columns).map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.promptId}>
              <th className="insights-source" scope="row">
                {item.ask === null ? (
                  <span className="muted">{text.noLonger}</span>
                ) : (
                  link(item.promptId, visibleText(item.ask))
                )}
              </th>
              <td>
                {visibleText(agentName(item.agentId))}
                {item.tool === '' ? null : <span className="muted"> {visibleText(item.tool)}</span>}
              </td>
              <td className="tabular">{formatMoment(item.askedAt, now)}</td>
              <td className="tabular">
                {span(item.endedAt === null ? null : item.endedAt - item.askedAt)}
              </td>
              <td>
                {item.answer === null ? '–' : answerVerbs[item.answer]}
                {item.byName === null ? null : (
                  <>
                    {' '}
                    <span className="muted">{visibleText(item.byName)}</span>
                  </>
                )}
              </td>
              <td className="tabular">{span(item.visibleMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
