import { History } from 'lucide-react';
import { commonText, timeText as text } from '../../text/texts.ts';
import { Button } from '../../ui/button.tsx';
import { formatClock, formatDay } from '../../ui/format-time.ts';
import { Icon } from '../../ui/icon.tsx';

interface PastStripProps {
  at: number;
  head: number;
  /** A run is active meanwhile. */
  going: boolean;
  /** When it was, epoch ms. */
  time: number;
  /** Absent where there is no present, as in a file. */
  onLive: (() => void) | null;
  status: 'ready' | 'loading' | 'error';
  error: string;
  onRetry: () => void;
}

/** Shows that the past is displayed, and that actions affect the present. */
export function PastStrip({
  at,
  head,
  going,
  time,
  onLive,
  status,
  error,
  onRetry,
}: PastStripProps) {
  return (
    <div
      className="past-strip row rigid small"
      data-tone={status === 'error' ? 'fail' : 'hold'}
      role="status"
    >
      <Icon className="toned" of={History} />
      <span className="grow">
        <b className="strong tabular">{text.strip(at, head)}</b>
        {' · '}
        <span className="tabular">
          {formatDay(time)} {formatClock(time)}
        </span>
        {' · '}
        <span>
          {status === 'error'
            ? commonText.pair(text.failed, error)
            : status === 'loading'
              ? text.loading
              : onLive === null
                ? text.stripFile
                : going
                  ? `${text.stripGoing}${commonText.gap}${text.stripDetail}`
                  : text.stripDetail}
        </span>
      </span>
      {status === 'error' ? (
        <Button onClick={onRetry} small>
          {commonText.retry}
        </Button>
      ) : null}
      {onLive === null ? null : (
        <Button onClick={onLive} small>
          {text.toLive}
        </Button>
      )}
    </div>
  );
}
