import type { MessageItem } from '@countersign/thread/thread';
import { Layers } from 'lucide-react';
import { useState } from 'react';
import { streamText } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Icon } from '../../../ui/icon.tsx';
import { OutputView } from '../outputs/output-view.tsx';
import { usePaused } from '../paused-run.ts';
import { authorOf, type Sender, useStreamContext } from '../stream-context.tsx';
import { Disclosure } from './disclosure.tsx';
import { EventHead, EventRow, SenderMark } from './event-row.tsx';
import { MessageBody } from './message-body.tsx';
import { messageSegments, type Segment } from './message-segments.ts';
import { MessageContext } from './offers.ts';
import { ThinkingRow } from './thinking-row.tsx';

/**
 * A message of an agent or a person: a row per segment, the time at the first. Text in another role than the agent's, as in a
 * snapshot of the conversation, is not shown as the agent's; developer messages are folded.
 */
export function MessageRows({ item }: { item: MessageItem }) {
  const world = useStreamContext();
  const sender = authorOf(item.agentId, world);
  const speaker = sender.kind === 'agent' ? inRole(sender, item.role) : sender;
  const sentBy = speaker === sender ? null : streamText.sentBy(visibleText(sender.name));
  if (sentBy !== null && item.role === 'developer') {
    return <DeveloperRow item={item} speaker={speaker} sentBy={sentBy} />;
  }
  return <Segments item={item} speaker={speaker} sentBy={sentBy} />;
}

/** Roles that are never the agent's own. */
const sentRoles = ['user', 'system', 'developer'] as const;

function inRole(sender: Sender, said: string): Sender {
  const role = sentRoles.find((known) => known === said);
  if (role === undefined) return sender;
  const kind = role === 'user' ? 'person' : 'server';
  return { kind, id: role, name: streamText.role[role], me: false };
}

interface SentByProps {
  item: MessageItem;
  speaker: Sender;
  /** Which agent reported the message. */
  sentBy: string | null;
}

/** For debugging: folded until opened. */
function DeveloperRow({ item, speaker, sentBy }: SentByProps) {
  const [open, setOpen] = useState(false);
  return (
    <EventRow at={item.startedAt} mark={<SenderMark speaker={speaker} />}>
      <Disclosure
        className="event-head row nowrap think"
        lead
        onToggle={() => setOpen(!open)}
        open={open}
      >
        <span>{speaker.name}</span>
        <span className="muted truncate">{sentBy}</span>
      </Disclosure>
      {open ? (
        <div className="think-body muted">
          {messageSegments(item.parts).map((segment) =>
            segment.kind === 'body' ? (
              <MessageBody key={segment.key} nodes={segment.nodes} open={false} />
            ) : null,
          )}
        </div>
      ) : null}
    </EventRow>
  );
}

function Segments({ item, speaker, sentBy }: SentByProps) {
  const halted = usePaused();
  const segments = messageSegments(item.parts, item.continues);
  const last = segments.at(-1);
  const firstBody = segments.find((segment) => segment.kind === 'body');
  if (segments.length === 0 && item.open) {
    return (
      <EventRow at={item.startedAt} mark={<SenderMark speaker={speaker} />}>
        <EventHead speaker={speaker}>
          <span className="muted">{halted ? streamText.halted : streamText.writing}</span>
        </EventHead>
      </EventRow>
    );
  }
  return (
    <MessageContext value={item.messageId}>
      {segments.map((segment, index) => (
        <SegmentRow
          at={index === 0 ? item.startedAt : null}
          head={segment === firstBody}
          key={segment.key}
          open={item.open && segment === last}
          segment={segment}
          speaker={speaker}
          sentBy={sentBy}
          repeatedAs={item.repeatedAs ?? []}
        />
      ))}
    </MessageContext>
  );
}

interface SegmentRowProps {
  segment: Segment;
  speaker: Sender;
  sentBy: string | null;
  repeatedAs: readonly string[];
  at: number | null;
  head: boolean;
  open: boolean;
}

function SegmentRow({ segment, at, head, open: unfinished, ...props }: SegmentRowProps) {
  const { speaker, sentBy, repeatedAs } = props;
  const halted = usePaused();
  const open = unfinished && !halted;
  if (segment.kind === 'thinking') return <ThinkingRow at={at} open={open} part={segment.part} />;
  if (segment.kind === 'tools') {
    return (
      <EventRow at={at} mark={<Icon of={Layers} />}>
        <OutputView open={false} output={segment.part.output} />
      </EventRow>
    );
  }
  return (
    <EventRow at={at} mark={head ? <SenderMark speaker={speaker} /> : null}>
      {head ? (
        <EventHead speaker={speaker}>
          {sentBy === null ? null : <span className="muted truncate">{sentBy}</span>}
          {speaker.me ? <span className="muted">{streamText.you}</span> : null}
          {repeatedAs.length === 0 ? null : (
            <span className="muted truncate" title={visibleText(repeatedAs.join(', '))}>
              {streamText.repeated}
            </span>
          )}
          {unfinished ? (
            <span className="muted">{halted ? streamText.halted : streamText.writing}</span>
          ) : null}
        </EventHead>
      ) : null}
      <div aria-busy={open || undefined} className="message">
        <MessageBody nodes={segment.nodes} open={open} />
      </div>
    </EventRow>
  );
}
