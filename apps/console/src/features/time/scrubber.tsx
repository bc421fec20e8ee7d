import type { Thread } from '@countersign/thread/thread';
import { ChevronLeft, ChevronRight, Pause, Play, Radio, RotateCcw } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useMemo, useRef } from 'react';
import type { Past } from '../../live/events/use-past.ts';
import { figure } from '../../text/count.ts';
import { timeText as text } from '../../text/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { formatClock } from '../../ui/format-time.ts';
import { usePhone } from '../../ui/hooks/use-phone.ts';
import { useKeys } from '../../ui/keys/keys.tsx';
import { Select } from '../../ui/select.tsx';
import { speeds } from './playback.ts';
import type { ScrubAxis } from './scrub-axis.ts';
import { ScrubTrack } from './scrub-track.tsx';
import './time.css';
import { usePlayback } from './use-playback.ts';

interface ScrubberProps {
  past: Past;
  axis: ScrubAxis;
  /** The thread as it is now. */
  live: Thread;
  /** The position shown; null = live. */
  at: number | null;
  /** Null = back to live. */
  onMove: (at: number | null) => void;
  /** Whether there is a now to go back to: an exported file has none. */
  hasLive: boolean;
  /** Absent where nothing can be started. */
  onRestart: (() => void) | null;
  /** Why nothing can be started now. */
  restartRefused: string | null;
}

/** At the bottom of a task: the position in its history, and the controls to change it. */
export function Scrubber(props: ScrubberProps) {
  const { past, axis, live, at, onMove } = props;
  const { head } = axis;
  const shown = at ?? head;
  const phone = usePhone();
  const play = usePlayback({ pages: past.pages, at, head, onMove });
  const move = (goal: number) => {
    play.stop();
    onMove(Math.min(head, Math.max(1, goal)));
  };
  const toLive = () => {
    play.stop();
    onMove(props.hasLive ? null : head);
  };
  useKeys({
    id: 'time',
    name: text.keysName,
    bindings: [
      { keys: ',', label: text.keyBack, run: () => move(shown - 1), repeats: true },
      { keys: '.', label: text.keyForward, run: () => move(shown + 1), repeats: true },
      { keys: 'p', label: text.keyPlay, run: play.toggle },
      { keys: 'l', label: text.keyLive, run: toLive },
    ],
  });
  return (
    <footer className="fine-print line-above on-canvas full-row scrub cells nowrap">
      <div className="row-tight scrub-at">
        <IconButton
          disabled={shown <= 1}
          icon={ChevronLeft}
          label={text.back}
          onClick={() => move(shown - 1)}
        />
        <IconButton
          icon={play.playing ? Pause : Play}
          label={play.playing ? text.pause : text.play}
          onClick={play.toggle}
        />
        <IconButton
          disabled={shown >= head}
          icon={ChevronRight}
          label={text.forward}
          onClick={() => move(shown + 1)}
        />
        <Select
          aria-label={text.speed}
          className="desk-only"
          onChange={(speed) => play.setSpeed(Number(speed))}
          options={speeds.map((speed) => ({ value: String(speed), label: text.times(speed) }))}
          value={String(play.speed)}
        />
        <span className="nowrap tabular">
          <b className="strong">{figure(shown)}</b> <span className="muted">{text.of(head)}</span>
        </span>
      </div>
      <Slider at={at} axis={axis} live={live} onMove={move} />
      <div className="row">
        {props.onRestart === null || at === null ? null : phone ? (
          <IconButton
            disabled={props.restartRefused !== null}
            icon={RotateCcw}
            label={props.restartRefused ?? text.again}
            onClick={props.onRestart}
          />
        ) : (
          <Button
            disabled={props.restartRefused !== null}
            icon={RotateCcw}
            onClick={props.onRestart}
            small
            title={props.restartRefused ?? text.again}
          >
            <span className="unseen-if-narrow">{text.again}</span>
          </Button>
        )}
        {!props.hasLive ? null : at === null ? (
          <Badge icon={Radio} tone="run">
            {text.liveNow}
          </Badge>
        ) : (
          <Button icon={Radio} onClick={toLive} small variant="primary">
            {phone ? text.liveNow : text.toLive}
          </Button>
        )}
      </div>
    </footer>
  );
}

interface SliderProps {
  axis: ScrubAxis;
  live: Thread;
  at: number | null;
  onMove: (at: number) => void;
}

/** The axis itself: to be dragged, or moved by keys. */
function Slider({ axis, live, at, onMove }: SliderProps) {
  const { head } = axis;
  const shown = at ?? head;
  const track = useRef<HTMLDivElement>(null);
  const from = (event: PointerEvent) => {
    const box = track.current?.getBoundingClientRect();
    if (box === undefined || box.width === 0) return;
    onMove(axis.sequenceAt(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width))));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = new Map([
      ['ArrowLeft', -1],
      ['ArrowDown', -1],
      ['ArrowRight', 1],
      ['ArrowUp', 1],
      ['PageDown', -Math.ceil(head / 20)],
      ['PageUp', Math.ceil(head / 20)],
    ]).get(event.key);
    const goal =
      event.key === 'Home'
        ? 1
        : event.key === 'End'
          ? head
          : step === undefined
            ? null
            : shown + step;
    if (goal === null) return;
    event.preventDefault();
    onMove(goal);
  };
  const clock = formatClock(axis.timeOf(shown));
  const waits = useMemo(() => Object.values(live.prompts), [live.prompts]);
  const blocking = waits.filter((prompt) => prompt.blocking).length;
  return (
    <div className="scrub-control">
      <div
        aria-label={text.label}
        aria-valuemax={head}
        aria-valuemin={1}
        aria-valuenow={shown}
        aria-valuetext={at === null ? text.live(head) : text.value(shown, head, clock)}
        className="anchor scrub-slider"
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          from(event);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) from(event);
        }}
        ref={track}
        role="slider"
        tabIndex={0}
      >
        <ScrubTrack axis={axis} shown={shown} waits={waits} />
      </div>
      {blocking > 0 ? <span className="visually-hidden">{text.waits(blocking)}</span> : null}
    </div>
  );
}
