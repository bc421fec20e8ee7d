import type { Thread } from '@countersign/thread/thread';
import { type Span, timelineOf, timeSpent } from '@countersign/thread/timeline';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { timelineText as text } from '../../text/texts.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { usePhone } from '../../ui/hooks/use-phone.ts';
import { foldedAxis } from './folded-axis.ts';
import { Lanes } from './lanes.tsx';
import { SpanList } from './span-list.tsx';
import { TimelineBar, type TimelineMode } from './timeline-bar.tsx';
import './timeline.css';
import type { TimeSpent as Spent } from '@countersign/thread/timeline';
import { X } from 'lucide-react';
import { percent } from '../../text/count.ts';
import { commonText, durationLabels } from '../../text/texts.ts';
import { clockSpan } from '../../text/timeline.ts';
import { visibleText } from '../../text/visible-text.ts';
import { IconButton } from '../../ui/button.tsx';
import { formatClock } from '../../ui/format-time.ts';
import { type ViewWindow, zoomed } from './view-window.ts';

const parts = ['people', 'tools', 'model', 'followups', 'agents'] as const;
const shareOf = (part: number, total: number) => percent(total === 0 ? 0 : part / total);

/** Where the time of the task went: one bar, and its figures as a table. Each moment is counted once. */
function TimeSpent({ spent }: { spent: Spent }) {
  return (
    <section aria-label={text.spent} className="line-above spent stack">
      <h2 className="small">{text.spent}</h2>
      <div aria-hidden="true" className="side-by-side clipped spent-bar">
        {parts.map((part) => (
          <i
            className={`spent-${part}`}
            key={part}
            style={{ flexGrow: spent.total === 0 ? 0 : spent[part] / spent.total }}
          />
        ))}
      </div>
      <table className="fine-print">
        <thead className="visually-hidden">
          <tr>
            <th>{text.who}</th>
            <th>{text.time}</th>
            <th>{text.share}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part}>
              <th scope="row">
                <i aria-hidden="true" className={`span-swatch rigid spent-${part}`} />
                {text.spentOf[part]}
              </th>
              <td className="number tabular">{clockSpan(spent[part])}</td>
              <td className="number tabular muted">{shareOf(spent[part], spent.total)}</td>
            </tr>
          ))}
          <tr className="spent-all">
            <th scope="row">{text.total}</th>
            <td className="number tabular">{clockSpan(spent.total)}</td>
            <td />
          </tr>
        </tbody>
      </table>
    </section>
  );
}

interface SpanDetailsProps {
  span: Span;
  end: number;
  promptLink: (promptId: string, children: ReactNode, className?: string) => ReactNode;
  onShow: (itemKey: string) => void;
  onGo: (sequence: number) => void;
  onClose: () => void;
}

/** The chosen span as text, with links. */
function SpanDetails({ span, end, promptLink, onShow, onGo, onClose }: SpanDetailsProps) {
  const { itemKey, promptId } = span;
  return (
    <section
      aria-label={text.details}
      className="fine-print line-above on-panel timeline-details row-wide rigid wraps-on-phone"
    >
      <b className="strong truncate" dir="auto" lang="">
        {visibleText(span.label)}
      </b>
      <span className="muted nowrap">{text.kind(span.kind)}</span>
      <span className="muted tabular nowrap">
        {formatClock(span.start)}
        {commonText.comma}
        {span.end === null
          ? commonText.inRow([text.going, durationLabels(end - span.start)])
          : durationLabels(span.end - span.start)}
      </span>
      <span className="grow" />
      {promptId === null ? null : promptLink(promptId, text.decision, 'link small nowrap')}
      {itemKey === null ? null : (
        <button className="link small nowrap" onClick={() => onShow(itemKey)} type="button">
          {text.show}
        </button>
      )}
      <button className="link small nowrap" onClick={() => onGo(span.sequence)} type="button">
        {text.goTo(span.sequence)}
      </button>
      <IconButton icon={X} label={text.close} onClick={onClose} small />
    </section>
  );
}

interface TimelinePanelProps {
  thread: Thread;
  /** The position shown; null = live. */
  at: number | null;
  nameOf: (agentId: string) => string;
  /** The moment shown, epoch ms. */
  now: () => number;
  promptLink: (promptId: string, children: ReactNode, className?: string) => ReactNode;
  onShow: (itemKey: string) => void;
  onGo: (sequence: number) => void;
}

/** The time shown; it advances automatically while something is running. */
function useMoment(now: () => number, going: boolean): number {
  const [moment, setMoment] = useState(now);
  useEffect(() => {
    setMoment(now());
    if (!going) return;
    const timer = setInterval(() => setMoment(now()), 1_000);
    return () => clearInterval(timer);
  }, [now, going]);
  return moment;
}

/** Who did what when: lanes on a time axis, the same as a list, and where the time went. */
export function TimelinePanel(props: TimelinePanelProps) {
  const { thread, nameOf } = props;
  const timeline = useMemo(() => timelineOf(thread), [thread]);
  const { going } = timeline;
  const moment = useMoment(props.now, going);
  const [mode, setMode] = useState<TimelineMode>(usePhone() ? 'list' : 'lanes');
  const [view, setView] = useState<ViewWindow | null>(null);
  const [folding, setFolding] = useState(true);
  const [chosen, setChosen] = useState<Span | null>(null);
  const { start } = timeline;
  if (start === null) {
    return (
      <div className="timeline column grow">
        <EmptyState title={text.empty}>{text.emptyDetail}</EmptyState>
      </div>
    );
  }
  const end = Math.max(start + 1, going ? moment : (timeline.end ?? moment));
  const real = { from: start, to: end };
  const axis = foldedAxis(timeline.lanes, real, folding);
  const { whole } = axis;
  const shown = view ?? whole;
  const zoom = (factor: number) =>
    setView(zoomed(shown, whole, { factor, around: (shown.from + shown.to) / 2 }));
  return (
    <div className="timeline column grow">
      <TimelineBar
        foldable={axis.folds.length > 0 || !folding}
        folding={folding}
        mode={mode}
        onFit={() => setView(null)}
        onFold={() => {
          setFolding(!folding);
          setView(null);
        }}
        onMode={setMode}
        onZoom={zoom}
        whole={view === null}
      />
      <div className="scroll-area">
        {mode === 'lanes' ? (
          <Lanes
            axis={axis}
            chosen={chosen}
            end={end}
            here={props.at === null ? null : moment}
            nameOf={nameOf}
            onChoose={setChosen}
            onView={setView}
            thread={thread}
            timeline={timeline}
            real={real}
            view={shown}
          />
        ) : (
          <SpanList
            chosen={chosen}
            end={end}
            nameOf={nameOf}
            onChoose={setChosen}
            timeline={timeline}
          />
        )}
        <TimeSpent spent={timeSpent(timeline, end)} />
      </div>
      {chosen === null ? null : (
        <SpanDetails
          end={end}
          onClose={() => setChosen(null)}
          onGo={props.onGo}
          onShow={props.onShow}
          promptLink={props.promptLink}
          span={chosen}
        />
      )}
    </div>
  );
}
