import { timePhrases } from '../../text/texts.ts';
import { formatExact, formatLeft } from '../format-time.ts';
import './deadline-ring.css';

interface DeadlineRingProps {
  /** When the clock was started, epoch ms: the ring is full there. */
  from: number;
  /** The deadline, epoch ms; without one nothing is drawn. */
  until: number | null;
  /** Server now, epoch ms. */
  now: number;
  /** How urgent it is, for a clock with times of its own; null = not. */
  due?: 'soon' | 'now' | null;
}

const RED_BELOW_MS = 120_000;

/** The one gauge of every clock. Amber under a third, red under two minutes; the figure is always there. */
export function DeadlineRing({ from, until, now, due }: DeadlineRingProps) {
  if (until === null) return null;
  const left = Math.max(0, until - now);
  const share = Math.min(1, left / Math.max(1, until - from));
  const tone =
    due !== undefined ? due : left < RED_BELOW_MS ? 'now' : share < 1 / 3 ? 'soon' : null;
  return (
    <span
      className="row-inline small nowrap tabular ink deadline-ring"
      data-due={tone ?? undefined}
      title={formatExact(until)}
    >
      <svg className="rigid" viewBox="0 0 16 16" aria-hidden="true">
        <circle stroke="var(--whole)" cx="8" cy="8" r="6" />
        <circle
          stroke="var(--left)"
          cx="8"
          cy="8"
          r="6"
          pathLength="100"
          strokeDasharray={`${Math.round(share * 100)} 100`}
        />
      </svg>
      {left === 0 ? timePhrases.passed : formatLeft(left)}
    </span>
  );
}
