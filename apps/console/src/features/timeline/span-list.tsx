import type { Span, Timeline } from '@countersign/thread/timeline';
import { useMemo } from 'react';
import { durationLabels, timelineText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { formatClock } from '../../ui/format-time.ts';

const SHOWN = 500;

interface SpanListProps {
  timeline: Timeline;
  end: number;
  chosen: Span | null;
  nameOf: (agentId: string) => string;
  onChoose: (span: Span) => void;
}

/** The lanes as one list in order of time. */
export function SpanList({ timeline, end, chosen, nameOf, onChoose }: SpanListProps) {
  const rows = useMemo(
    () =>
      timeline.lanes
        .flatMap(({ agentId, spans }) => spans.map((span) => ({ agentId, span })))
        .sort((left, right) => left.span.start - right.span.start),
    [timeline],
  );
  return (
    <div className="timeline-list">
      <table className="fine-print full-width">
        <caption className="muted small">
          {text.listed(Math.min(SHOWN, rows.length), rows.length)}
        </caption>
        <thead>
          <tr>
            <th>{text.start}</th>
            <th>{text.who}</th>
            <th>{text.what}</th>
            <th>{text.name}</th>
            <th className="number">{text.took}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, SHOWN).map(({ agentId, span }) => (
            <tr
              className={span.id === chosen?.id ? 'choosable is-on' : undefined}
              key={`${agentId} ${span.id}`}
            >
              <td className="tabular muted">{formatClock(span.start)}</td>
              <td dir="auto" lang="">
                {visibleText(nameOf(agentId))}
              </td>
              <td className={span.kind === 'person' ? 'span-list-who strong' : 'muted'}>
                {text.kind(span.kind)}
              </td>
              <td>
                <button
                  className="link breakable"
                  onClick={() => onChoose(span)}
                  type="button"
                  dir="auto"
                >
                  {visibleText(span.label) || text.kind(span.kind)}
                </button>
              </td>
              <td className="number tabular">
                {span.end === null ? text.going : durationLabels((span.end ?? end) - span.start)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
