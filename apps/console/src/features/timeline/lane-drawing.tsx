import type { Lane, Span } from '@countersign/thread/timeline';
import { Fragment, useId } from 'react';
import { commonText, timelineText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { formatClock, formatShortDay, formatSpan } from '../../ui/format-time.ts';
import { type Fold, type FoldedAxis, ticksOn } from './folded-axis.ts';
import type { Answerer } from './people.ts';
import type { ViewWindow } from './view-window.ts';

/** Height of a lane, and of the axis above them. */
export const ROW = 38;
export const TOP = 24;
export const laneTop = (index: number) => TOP + index * ROW;

interface Shape {
  top: number;
  height: number;
  radius: number;
  fill?: string;
  stroke?: string;
}
const shapes: Record<Span['kind'], Shape> = {
  step: { top: 6, height: 26, radius: 3, fill: 'var(--slate-3)', stroke: 'var(--slate-7)' },
  handover: { top: 33, height: 2, radius: 1, fill: 'var(--slate-8)' },
  output: { top: 10, height: 8, radius: 1, fill: 'var(--accent)' },
  tool: { top: 21, height: 8, radius: 1, fill: 'var(--slate-11)' },
  // Filled with the hatch of waits.
  person: { top: 11, height: 16, radius: 2, stroke: 'var(--need-mark)' },
  followup: {
    top: 15,
    height: 8,
    radius: 4,
    fill: 'var(--offer-soft)',
    stroke: 'var(--offer-mark)',
  },
};
/** A failed span of any kind is filled with this. */
const failed = 'var(--fail-mark)';
const order: readonly Span['kind'][] = ['step', 'handover', 'followup', 'output', 'tool', 'person'];

interface LaneDrawingProps {
  lanes: readonly Lane[];
  answerers: readonly Answerer[];
  axis: FoldedAxis;
  /** The part of the drawn axis that is in view. */
  view: ViewWindow;
  end: number;
  here: number | null;
  chosen: Span | null;
  width: number;
  height: number;
  onChoose: (span: Span) => void;
}

/** The content of the lanes. Labels and keys are those of the surrounding panel, and of the list. */
export function LaneDrawing(props: LaneDrawingProps) {
  const { lanes, answerers, axis, view, end, here, width, height } = props;
  const hatch = useId();
  const placeOf = (drawn: number) =>
    ((drawn - view.from) / Math.max(1, view.to - view.from)) * width;
  const xOf = (at: number) => placeOf(axis.drawn(at));
  const ticks = ticksOn(axis, view, Math.max(2, Math.floor(width / 84)));
  // Where a wait shows its length no time is written over it.
  const middles = axis.folds.map((fold) => (placeOf(fold.drawnFrom) + placeOf(fold.drawnTo)) / 2);
  const laneOf = new Map(lanes.map(({ agentId }, index) => [agentId, index]));
  return (
    <svg aria-hidden="true" className="block" height={height} width={width}>
      <defs>
        <pattern
          height="6"
          id={hatch}
          patternTransform="rotate(45)"
          patternUnits="userSpaceOnUse"
          width="6"
        >
          <rect fill="var(--need-soft)" height="6" width="6" />
          <rect fill="var(--need-solid)" height="6" width="2" />
        </pattern>
      </defs>
      {axis.folds.map((fold) => (
        <FoldMark
          fold={fold}
          from={placeOf(fold.drawnFrom)}
          height={height}
          key={fold.from}
          to={placeOf(fold.drawnTo)}
          width={width}
        />
      ))}
      {ticks.map((at) => (
        <g key={at}>
          <path className="span-grid" d={`M${xOf(at)} ${TOP - 4}V${height}`} />
          {middles.some((middle) => Math.abs(middle - xOf(at)) < 52) ? null : (
            <text textAnchor={anchorOf(xOf(at), width)} x={xOf(at)} y="14">
              {tickWords(at, { from: axis.real(view.from), to: axis.real(view.to) }, view)}
            </text>
          )}
        </g>
      ))}
      {[...lanes, ...answerers].map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <path className="span-grid" d={`M0 ${laneTop(index) + 0.5}H${width}`} key={index} />
      ))}
      {lanes.map((lane, index) => (
        <LaneSpans
          axis={axis}
          chosen={props.chosen}
          end={end}
          hatch={hatch}
          key={lane.agentId}
          lane={lane}
          onChoose={props.onChoose}
          top={laneTop(index)}
          view={view}
          width={width}
        />
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
                <path className="span-tie" d={`M${x} ${top + 11}V${laneTop(from) + 27}`} />
              )}
              <rect className="span-answer" height="16" rx="8" width="20" x={x - 20} y={top + 11} />
            </g>
          );
        }),
      )}
      {here === null ? null : (
        <path className="span-here" d={`M${xOf(here)} ${TOP - 6}V${height}`}>
          <title>{text.here}</title>
        </path>
      )}
    </svg>
  );
}

/** A wait that is drawn short: a hatched gap through all lanes, with its true length. */
function FoldMark({
  fold,
  from,
  to,
  height,
  width,
}: {
  fold: Fold;
  from: number;
  to: number;
  height: number;
  width: number;
}) {
  const length = formatSpan(fold.to - fold.from);
  const middle = (from + to) / 2;
  const anchor = anchorOf(middle, width);
  return (
    <g>
      <rect className="span-fold" height={height - TOP} width={to - from} x={from} y={TOP}>
        <title>{text.folded(length)}</title>
      </rect>
      <text
        className="span-fold-text"
        textAnchor={anchor}
        x={
          anchor === 'middle' ? middle : anchor === 'end' ? Math.min(to, width) : Math.max(from, 0)
        }
        y="14"
      >
        {length}
      </text>
    </g>
  );
}

interface LaneSpansProps
  extends Pick<LaneDrawingProps, 'axis' | 'view' | 'end' | 'chosen' | 'width' | 'onChoose'> {
  lane: Lane;
  top: number;
  /** Id of the pattern of waits. */
  hatch: string;
}

/** The content of one lane. Spans too short for the pointer are one path per kind: zoomed in, they can be selected. */
function LaneSpans(props: LaneSpansProps) {
  const { top, hatch, chosen, onChoose } = props;
  const { wide, slim } = drawn(props);
  return (
    <g transform={`translate(0 ${top})`}>
      {order.map((kind) => {
        const path = slim.get(kind);
        const { top: y, height, radius, fill, stroke } = shapes[kind];
        return (
          <Fragment key={kind}>
            {path === undefined ? null : (
              <path d={path} fill={fill} pointerEvents="none" stroke={stroke} />
            )}
            {wide.get(kind)?.map(({ span, x, length }) => (
              // biome-ignore lint/a11y/noStaticElementInteractions: the list offers the same to the keyboard
              <rect
                data-kind={kind}
                className={chosen?.id === span.id ? 'lane-span is-chosen' : 'lane-span'}
                fill={span.status === 'failed' ? failed : (fill ?? `url(#${hatch})`)}
                height={height}
                key={span.id}
                onClick={() => onChoose(span)}
                rx={radius}
                stroke={stroke}
                width={length}
                x={x}
                y={y}
              >
                <title>{[visibleText(span.label), text.kind(kind)].join(commonText.comma)}</title>
              </rect>
            ))}
          </Fragment>
        );
      })}
    </g>
  );
}

/** At the edges the text is aligned inwards, so that it is not cut. */
const anchorOf = (x: number, width: number) =>
  x < 28 ? 'start' : x > width - 28 ? 'end' : 'middle';

interface Drawn {
  span: Span;
  x: number;
  length: number;
}
type Kind = Span['kind'];

/** Shorter than this, a span is not met with a pointer, px. */
const slimPx = 3;

/** The spans in view, by kind. Of short ones on the same pixel one is drawn; failures and waits are always included. */
function drawn({ lane: { spans }, axis, view, end, width }: LaneSpansProps): {
  wide: ReadonlyMap<Kind, Drawn[]>;
  slim: ReadonlyMap<Kind, string>;
} {
  const scale = width / Math.max(1, view.to - view.from);
  const taken = new Map<Kind, number>();
  const wide = new Map<Kind, Drawn[]>();
  const slim = new Map<Kind, string>();
  for (const span of spans) {
    const { kind } = span;
    const start = axis.drawn(span.start);
    const until = axis.drawn(Math.max(span.start, span.end ?? end));
    if (until < view.from || start > view.to) continue;
    const x = Math.max(-4, (start - view.from) * scale);
    const right = Math.min(width + 4, (until - view.from) * scale);
    const meets = kind === 'person' || kind === 'followup' || span.status === 'failed';
    if (right - x >= slimPx || meets) {
      const list = wide.get(kind) ?? [];
      list.push({ span, x, length: Math.max(2, right - x) });
      wide.set(kind, list);
    } else if (right > (taken.get(kind) ?? Number.NEGATIVE_INFINITY)) {
      const from = Math.floor(x);
      const length = Math.max(1.5, Math.ceil(right) - from);
      const { top, height } = shapes[kind];
      slim.set(kind, `${slim.get(kind) ?? ''}M${from} ${top}h${length}v${height}h${-length}z`);
      taken.set(kind, from + length);
    }
  }
  return { wide, slim };
}

/** The precision of the axis; at least days. */
function tickWords(at: number, real: ViewWindow, { from, to }: ViewWindow): string {
  if (Math.min(real.to - real.from, to - from) > 172_800_000) return formatShortDay(at);
  const clock = formatClock(at);
  if (to - from < 5_000)
    return `${clock.slice(3)}.${String(at % 1000)
      .padStart(3, '0')
      .slice(0, 2)}`;
  return to - from < 600_000 ? clock : clock.slice(0, 5);
}
