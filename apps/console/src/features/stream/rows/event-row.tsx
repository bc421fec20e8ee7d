import { Settings2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { visibleText } from '../../../text/visible-text.ts';
import { AgentAvatar, PersonAvatar } from '../../../ui/avatar.tsx';
import { formatClock, formatExact } from '../../../ui/format-time.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { Sender } from '../stream-context.tsx';

/** One row of the feed: time, mark on the rail, content. `at` null leaves the gutter empty. */
export function EventRow({
  at,
  mark,
  children,
  className,
}: {
  at: number | null;
  mark: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  return (
    <li className={className ? `stream-event stack ${className}` : 'stream-event stack'}>
      {at === null ? (
        <span />
      ) : (
        <time dateTime={new Date(at).toISOString()} title={formatExact(at)}>
          {formatClock(at)}
        </time>
      )}
      <span className="event-mark">{mark}</span>
      <div className="event-content">{children}</div>
    </li>
  );
}

export function SenderMark({ speaker }: { speaker: Sender }) {
  if (speaker.kind === 'server') return <Icon of={Settings2} />;
  if (speaker.kind === 'agent') return <AgentAvatar name={speaker.name} />;
  return <PersonAvatar me={speaker.me} name={speaker.name} />;
}

/** Name of the sender, and what it does, on one line. */
export function EventHead({
  speaker,
  mark = false,
  children,
}: {
  speaker: Sender;
  /** Draw the avatar in the line, when the rail carries something else. */
  mark?: boolean;
  children?: ReactNode;
}) {
  return (
    <div className="event-head row nowrap">
      {mark ? <SenderMark speaker={speaker} /> : null}
      <b className="strong clipped event-name" dir="auto" lang="">
        {visibleText(speaker.name)}
      </b>
      {children}
    </div>
  );
}
