import type { Lane, Span } from '@countersign/thread/timeline';
import { useId } from 'react';
import { timelineText as text } from '../../text/timeline.ts';
import { formatClock } from '../../ui/format-time.ts';
import { visibleText } from '../../ui/visible-text.ts';
import type { Answerer } from './people.ts';
import { ticksOf, type ViewWindow } from './view-window.ts';

/** Height of a lane, and of the axis above them. */
export const ROW = 38;
export const TOP = 24;
export const laneTop = (index: number) => TOP + index * ROW;

const shapes: Record<Span['kind'], { top: number; height: number; radius: number }> = {
  step: { top: 6, height: 26, radius: 3 },
  handover: { top: 33, height: 2, radius: 1 },
  output: { top: 10, height: 8, radius: 1 },
  tool: { top: 21, height: 8, radius: 1 },
  person: { top: 11, height: 16, radius: 2 },
  followup: { top: 15, height: 8, radius: 4 },
};
const order: readonly Span['kind'][] = ['step', 'handover', 'followup', 'output', 'tool', 'person'];

interface LaneDrawingProps {
  lanes: readonly Lane[];
  answerers: readonly Answerer[];
  view: ViewWindow;
  end: number;
  here: number | null;
  chosen: Span | null;
  width: number;
  height: number;
  onChoose: (span: Span) => void;
}

/** What stands in the lanes. Words and keys are those of what surrounds it, and of the list. */
export function LaneDrawing(props: LaneDrawingProps) {
  const { lanes, answerers, view, end, here, width, height } = props;
  const hatch = useId();
  const xOf = (at: number) => ((at - view.from) / Math.max(1, view.to - view.from)) * width;
  const laneOf = new Map(lanes.map(({ agentId }, index) => [agentId, index]));
  return (
    <svg aria-hidden="true" height={height} width={width}>
      <defs>
        <pattern
          height="6"
          id={hatch}
          patternTransform="rotate(45)"
          patternUnits="userSpaceOnUse"
          width="6"
        >
          <rect className="sp-hatch-a" height="6" width="6" />
          <rect className="sp-hatch-b" height="6" width="2" />
        </pattern>
      </defs>
      {ticksOf(view, Math.max(2, Math.floor(width / 84))).map((at) => (
        <g key={at}>
          <path className="sp-grid" d={`M${xOf(at)} ${TOP - 4}V${height}`} />
          <text textAnchor={anchorOf(xOf(at), width)} x={xOf(at)} y="14">
            {tickWords(at, view)}
          </text>
        </g>
      ))}
      {[...lanes, ...answerers].map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <path className="sp-grid" d={`M0 ${laneTop(index) + 0.5}H${width}`} key={index} />
      ))}
      {lanes.map((lane, index) => (
        <g key={lane.agentId} transform={`translate(0 ${laneTop(index)})`}>
          {drawn(lane.spans, view, { end, width }).map(({ span, x, length }) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: the list offers the same to the keyboard
            <rect
              className={classOf(span, props.chosen)}
              fill={span.kind === 'person' ? `url(#${hatch})` : undefined}
              height={shapes[span.kind].height}
              key={span.id}
              onClick={() => props.onChoose(span)}
              rx={shapes[span.kind].radius}
              width={length}
              x={x}
              y={shapes[span.kind].top}
            >
              <title>{`${visibleText(span.label)}, ${text.kind(span.kind)}`}</title>
            </rect>
          ))}
        </g>
      ))}
      {answerers.map((answerer, index) =>
        answerer.answers.map(({ promptId, at, waiter }) => {
          const x = xOf(at);
          const top = laneTop(lanes.length + index);
          const from = waiter === null ? undefined : laneOf.get(waiter);
          if (x < -20 || x > width + 20) return null;
          return (
            <g key={promptId}>
              {from === undefined ? null : (
                <path className="sp-tie" d={`M${x} ${top + 11}V${laneTop(from) + 27}`} />
              )}
              <rect className="sp-answer" height="16" rx="8" width="20" x={x - 20} y={top + 11} />
            </g>
          );
        }),
      )}
      {here === null ? null : (
        <path className="sp-here" d={`M${xOf(here)} ${TOP - 6}V${height}`}>
          <title>{text.here}</title>
        </path>
      )}
    </svg>
  );
}

/** At the edges the words lean inwards: nothing of them is cut. */
const anchorOf = (x: number, width: number) =>
  x < 28 ? 'start' : x > width - 28 ? 'end' : 'middle';

const classOf = (span: Span, chosen: Span | null) =>
  [
    'sp',
    `sp-${span.kind}`,
    span.status === 'failed' ? 'sp-bad' : '',
    chosen?.id === span.id ? 'is-chosen' : '',
  ]
    .filter(Boolean)
    .join(' ');

interface Drawn {
  span: Span;
  x: number;
  length: number;
}

/** The spans in view; of those that fall on the same pixel one is drawn. Steps lie below what happens in them. */
function drawn(
  spans: readonly Span[],
  view: ViewWindow,
  { end, width }: { end: number; width: number },
): Drawn[] {
  const scale = width / Math.max(1, view.to - view.from);
  const taken = new Map<Span['kind'], number>();
  const found: Drawn[] = [];
  for (const span of spans) {
    const until = Math.max(span.start, span.end ?? end);
    if (until < view.from || span.start > view.to) continue;
    const x = Math.max(-4, (span.start - view.from) * scale);
    const right = Math.min(width + 4, (until - view.from) * scale);
    if (right <= (taken.get(span.kind) ?? Number.NEGATIVE_INFINITY)) {
      if (right - x < 1) continue;
    }
    const length = Math.max(span.kind === 'handover' ? 2 : 1.5, right - x);
    taken.set(span.kind, Math.ceil(x + length));
    found.push({ span, x, length });
  }
  return found.sort(
    (left, right) => order.indexOf(left.span.kind) - order.indexOf(right.span.kind),
  );
}

function tickWords(at: number, { from, to }: ViewWindow): string {
  if (to - from > 172_800_000) return new Date(at).toISOString().slice(5, 10);
  const clock = formatClock(at);
  if (to - from < 5_000)
    return `${clock.slice(3)}.${String(at % 1000)
      .padStart(3, '0')
      .slice(0, 2)}`;
  return to - from < 600_000 ? clock : clock.slice(0, 5);
}
