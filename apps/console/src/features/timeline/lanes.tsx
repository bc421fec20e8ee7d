import type { Thread } from '@countersign/thread/thread';
import type { Lane, Span, Timeline } from '@countersign/thread/timeline';
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { timelineText as text } from '../../text/texts.ts';
import { clockSpan } from '../../text/timeline.ts';
import { visibleText } from '../../text/visible-text.ts';
import { AgentAvatar, PersonAvatar } from '../../ui/avatar.tsx';
import { formatClock } from '../../ui/format-time.ts';
import type { FoldedAxis } from './folded-axis.ts';
import { LaneDrawing, laneTop, ROW, TOP } from './lane-drawing.tsx';
import { laneSums } from './lane-sums.ts';
import { answerersOf } from './people.ts';
import { moved, type ViewWindow, zoomed } from './view-window.ts';

interface LanesProps {
  timeline: Timeline;
  thread: Thread;
  axis: FoldedAxis;
  /** The part of the drawn axis that is in view. */
  view: ViewWindow;
  /** First and last moment, epoch ms. */
  real: ViewWindow;
  end: number;
  /** The position shown as a moment; null = live. */
  here: number | null;
  chosen: Span | null;
  nameOf: (agentId: string) => string;
  onView: (view: ViewWindow) => void;
  onChoose: (span: Span) => void;
}

const isAgent = ({ agentId }: Lane) =>
  agentId !== 'countersign' && !agentId.startsWith('operator:');

/** Lanes of the agents, then of the people who answered them. */
export function Lanes(props: LanesProps) {
  const { timeline, thread, axis, view, end, nameOf, onView } = props;
  const { whole } = axis;
  const lanes = useMemo(() => timeline.lanes.filter(isAgent), [timeline]);
  const answerers = useMemo(() => answerersOf(thread), [thread]);
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const height = laneTop(lanes.length + answerers.length) + 8;
  const drag = useRef<{ x: number; view: ViewWindow } | null>(null);
  useWheelZoom(box, (factor, share) =>
    onView(zoomed(view, whole, { factor, around: view.from + share * (view.to - view.from) })),
  );
  const onKeyDown = (event: KeyboardEvent) => {
    const middle = (view.from + view.to) / 2;
    const next = new Map([
      ['+', () => zoomed(view, whole, { factor: 0.5, around: middle })],
      ['=', () => zoomed(view, whole, { factor: 0.5, around: middle })],
      ['-', () => zoomed(view, whole, { factor: 2, around: middle })],
      ['ArrowLeft', () => moved(view, whole, -0.2)],
      ['ArrowRight', () => moved(view, whole, 0.2)],
      ['Home', () => whole],
    ]).get(event.key);
    if (next === undefined) return;
    event.preventDefault();
    onView(next());
  };
  const onPointerMove = (event: PointerEvent) => {
    const from = drag.current;
    if (from === null || event.buttons === 0) return;
    onView(moved(from.view, whole, (from.x - event.clientX) / Math.max(1, width)));
  };
  return (
    <div className="lanes">
      <LaneNames answerers={answerers} lanes={lanes} nameOf={nameOf} />
      <section
        aria-label={text.lanes(
          lanes.length + answerers.length,
          formatClock(axis.real(view.from)),
          formatClock(axis.real(view.to)),
        )}
        className="clipped lanes-drawing"
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          drag.current = { x: event.clientX, view };
        }}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          drag.current = null;
        }}
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is zoomed and moved by keys must be reachable by them
        tabIndex={0}
      >
        <LaneDrawing
          answerers={answerers}
          axis={axis}
          chosen={props.chosen}
          end={end}
          height={height}
          here={props.here}
          lanes={lanes}
          onChoose={props.onChoose}
          view={view}
          width={width}
        />
      </section>
      <div className="desk-only" style={{ paddingTop: TOP }}>
        {lanes.map((lane) => (
          <Sums key={lane.agentId} lane={lane} whole={props.real} />
        ))}
        {answerers.map(({ id, answers, medianMs }) => (
          <div
            className="column small number soft-line-above lane-name"
            key={id}
            style={{ height: ROW }}
          >
            <b className="strong">{text.answersOf(answers.length)}</b>
            <span className="muted">{text.median(clockSpan(medianMs))}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

interface LaneNamesProps {
  lanes: readonly Lane[];
  answerers: ReturnType<typeof answerersOf>;
  nameOf: (agentId: string) => string;
}

function LaneNames({ lanes, answerers, nameOf }: LaneNamesProps) {
  return (
    <div style={{ paddingTop: TOP }}>
      {lanes.map(({ agentId }) => (
        <div
          className="row fine-print soft-line-above lane-row"
          key={agentId}
          style={{ height: ROW }}
        >
          <AgentAvatar name={nameOf(agentId)} />
          <span className="truncate" dir="auto" lang="">
            {visibleText(nameOf(agentId))}
          </span>
        </div>
      ))}
      {answerers.map(({ id, name, isPerson }) => (
        <div className="row fine-print soft-line-above lane-row" key={id} style={{ height: ROW }}>
          {isPerson ? <PersonAvatar name={name} /> : <AgentAvatar name={name} />}
          <span className="truncate" dir="auto" lang="">
            {visibleText(name)}
          </span>
        </div>
      ))}
    </div>
  );
}

function Sums({ lane, whole }: { lane: Lane; whole: ViewWindow }) {
  const { busy, waited, idle } = laneSums(lane, whole.from, whole.to);
  return (
    <div className="column small number soft-line-above lane-name" style={{ height: ROW }}>
      <b className="strong">{text.busy(clockSpan(busy))}</b>
      {waited > 0 ? (
        <span className="span-list-who strong">{text.waited(clockSpan(waited))}</span>
      ) : (
        <span className="muted">{text.idle(clockSpan(idle))}</span>
      )}
    </div>
  );
}

function useWidth(box: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(800);
  useEffect(() => {
    const element = box.current;
    if (element === null || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => setWidth(Math.max(100, element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}

/** The wheel zooms where the pointer is. Not passive: the page must not scroll along. */
function useWheelZoom(
  box: { current: HTMLElement | null },
  zoom: (factor: number, share: number) => void,
): void {
  const latest = useRef(zoom);
  latest.current = zoom;
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent) => {
      if (event.deltaY === 0) return;
      event.preventDefault();
      const { left, width } = element.getBoundingClientRect();
      const share = width === 0 ? 0.5 : (event.clientX - left) / width;
      latest.current(event.deltaY > 0 ? 1.25 : 0.8, share);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [box]);
}
