import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useServerMinute } from '../../live/session/server-now.ts';
import { inboxText, absenceText as text } from '../../text/texts.ts';
import { IconButton } from '../../ui/button.tsx';
import { formatExact, formatMoment } from '../../ui/format-time.ts';
import type { AbsenceSummary } from './absence-summary.ts';
import type { QueueFilter } from './queue-filter.ts';
import './absence-strip.css';

interface SinceLeftStripProps {
  from: number;
  what: AbsenceSummary;
  onFilter: (filter: QueueFilter) => void;
  tasksLink: (children: ReactNode) => ReactNode;
  /** To the page about that time. */
  pageLink: (children: ReactNode) => ReactNode;
  onPutAway: () => void;
}

/** What happened while the operator was away. Below the rows, so that it moves none of them. */
export function AbsenceStrip(props: SinceLeftStripProps) {
  const { from, what, onFilter, tasksLink, pageLink, onPutAway } = props;
  const show = (filter: QueueFilter, words: string) => (
    <button type="button" className="link" onClick={() => onFilter(filter)}>
      {words}
    </button>
  );
  const now = useServerMinute();
  const { answered, defaulted, unseen, expired, failed, waiting } = what;
  return (
    <section className="line-above on-panel queue-left rigid small" aria-label={text.title}>
      <div className="row">
        {pageLink(<b className="strong">{text.title}</b>)}
        <time
          className="muted tabular"
          dateTime={new Date(from).toISOString()}
          title={formatExact(from)}
        >
          {formatMoment(from, now)}
        </time>
        <span className="grow" />
        <IconButton icon={X} label={text.putAway} onClick={onPutAway} />
      </div>
      <div role="status">
        <ul className="running">
          {answered > 0 && <li>{pageLink(text.answered(answered))}</li>}
          {defaulted > 0 && <li>{pageLink(text.defaulted(defaulted, unseen))}</li>}
          {expired > 0 && <li>{text.expired(expired)}</li>}
          {failed > 0 && <li>{tasksLink(text.failed(failed))}</li>}
          <li>{waiting > 0 ? show({}, text.waiting(waiting)) : inboxText.nothing}</li>
        </ul>
      </div>
    </section>
  );
}
