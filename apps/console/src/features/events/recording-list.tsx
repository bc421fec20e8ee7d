import { Link } from '@tanstack/react-router';
import { OctagonX } from 'lucide-react';
import { useRecordings } from '../../live/events/recordings.ts';
import { eventsText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Time } from '../../ui/time.tsx';

const text = eventsText.file;

/** The recordings of a demo without a server, each by its address. */
export function RecordingList({ folder }: { folder: string }) {
  const { data, error } = useRecordings(folder);
  if (error !== null)
    return (
      <Banner icon={OctagonX} role="alert" tone="fail">
        {text.unreadable}
      </Banner>
    );
  return (
    <nav aria-label={text.recordings} className="recordings stack-wide">
      <h2>{text.recordings}</h2>
      <ul className="stack">
        {data?.map(({ name, title, agentName, startedAt, events }) => (
          <li className="stack-tight" key={name}>
            <Link className="recording strong" search={{ recording: name }} to="/open">
              {visibleText(title)}
            </Link>
            <span>{text.about[name]}</span>
            <span className="muted small">
              {visibleText(agentName)} · {eventsText.events(events)} ·{' '}
              <Time as="exact" at={startedAt} />
            </span>
          </li>
        ))}
      </ul>
    </nav>
  );
}
