import { clsx } from 'clsx';
import type { Rung } from '../../text/answers/rung.ts';
import { rungStateText } from '../../text/texts.ts';
import { formatClock, formatExact } from '../format-time.ts';
import './ladder.css';

/** The common view of a request's progress until it has taken effect. */
export function Ladder({
  rungs,
  label,
  small,
}: {
  rungs: readonly Rung[];
  label?: string;
  small?: boolean;
}) {
  return (
    <ol
      className={clsx('small tabular wrapping ladder', small && 'ladder-small')}
      aria-label={label}
    >
      {rungs.map((rung) => (
        <li className="row muted nowrap" key={rung.word} data-state={rung.state}>
          <b className="rigid" aria-hidden />
          {rung.word}
          <span className="visually-hidden">{rungStateText[rung.state]}</span>
          {rung.at != null && (
            <time
              className="muted regular"
              dateTime={new Date(rung.at).toISOString()}
              title={formatExact(rung.at)}
            >
              {formatClock(rung.at)}
            </time>
          )}
          {rung.note && <time className="muted regular">{rung.note}</time>}
        </li>
      ))}
    </ol>
  );
}
