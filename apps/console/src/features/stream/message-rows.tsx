import type { MessageItem } from '@countersign/thread/thread';
import { Layers } from 'lucide-react';
import { streamText } from '../../text/stream.ts';
import { Icon } from '../../ui/icon.tsx';
import { EventHead, EventRow, SpeakerMark } from './event-row.tsx';
import { MessageBody } from './message-body.tsx';
import { messageSegments, type Segment } from './message-segments.ts';
import { MessageContext } from './offers.ts';
import { OutputView } from './output-view.tsx';
import { type Speaker, speakerOf, useStreamWorld } from './stream-world.tsx';
import { ThinkingRow } from './thinking-row.tsx';

/** A message of an agent or a person: a row per segment, the time at the first. */
export function MessageRows({ item }: { item: MessageItem }) {
  const world = useStreamWorld();
  const speaker = speakerOf(item.agentId, world);
  const segments = messageSegments(item.parts);
  const last = segments.at(-1);
  const firstBody = segments.find((segment) => segment.kind === 'body');
  if (segments.length === 0 && item.open) {
    return (
      <EventRow at={item.startedAt} mark={<SpeakerMark speaker={speaker} />}>
        <EventHead speaker={speaker}>
          <span className="m">{streamText.writing}</span>
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
        />
      ))}
    </MessageContext>
  );
}

interface SegmentRowProps {
  segment: Segment;
  speaker: Speaker;
  at: number | null;
  head: boolean;
  open: boolean;
}

function SegmentRow({ segment, speaker, at, head, open }: SegmentRowProps) {
  if (segment.kind === 'thinking') return <ThinkingRow at={at} open={open} part={segment.part} />;
  if (segment.kind === 'tools') {
    return (
      <EventRow at={at} mark={<Icon of={Layers} />}>
        <OutputView open={false} output={segment.part.output} />
      </EventRow>
    );
  }
  return (
    <EventRow at={at} mark={head ? <SpeakerMark speaker={speaker} /> : null}>
      {head ? (
        <EventHead speaker={speaker}>
          {speaker.me ? <span className="m">{streamText.you}</span> : null}
          {open ? <span className="m">{streamText.writing}</span> : null}
        </EventHead>
      ) : null}
      <div aria-busy={open || undefined} className="msg">
        <MessageBody nodes={segment.nodes} open={open} />
      </div>
    </EventRow>
  );
}
