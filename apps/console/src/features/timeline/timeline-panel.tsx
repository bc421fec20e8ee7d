import type { Thread } from '@countersign/thread/thread';
import { type Span, timelineOf, timeSpent } from '@countersign/thread/timeline';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { timelineText as text } from '../../text/texts.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { usePhone } from '../../ui/use-phone.ts';
import { foldedAxis } from './folded-axis.ts';
import { Lanes } from './lanes.tsx';
import { SpanDetails } from './span-details.tsx';
import { SpanList } from './span-list.tsx';
import { TimeSpent } from './time-spent.tsx';
import { TimelineBar, type TimelineMode } from './timeline-bar.tsx';
import './timeline.css';
import { type ViewWindow, zoomed } from './view-window.ts';

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
