import { namedBy, readSenderId } from '@countersign/hai/sender';
import { isReserved } from '@countersign/thread/cause';
import type { UpMessageItem } from '@countersign/thread/thread';
import { CircleCheck, CircleDot } from 'lucide-react';
import { feedbackSummary } from '../../text/answers/feedback-summary.ts';
import { commonText, streamText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { QuotedText } from '../../ui/quoted-text.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { EventHead, EventRow } from './event-row.tsx';
import { JsonBox } from './json-box.tsx';
import { authorOf, useStreamContext } from './stream-context.tsx';

/** The sender named in the message: a claim of the connection whose stream it was received on. */
function senderOf({ agentId, message }: UpMessageItem): string {
  const { connection, relayedFor } = readSenderId(agentId);
  const named = message.agentId ?? '';
  const isOwn = named === '' || named === relayedFor || isReserved(connection);
  return isOwn ? agentId : namedBy(connection, named);
}

/** A declared state without a question: the state, its reason, and its attachments. */
export function UpMessageRow({ item }: { item: UpMessageItem }) {
  const world = useStreamContext();
  const { message } = item;
  const speaker = authorOf(senderOf(item), world);
  return (
    <EventRow
      at={item.startedAt}
      mark={<Icon of={message.state === 'completed' ? CircleCheck : CircleDot} />}
    >
      <EventHead mark speaker={speaker}>
        {message.upFeedback === undefined ? (
          <StateBadge state={message.state} />
        ) : (
          <span className="muted truncate">
            {commonText.pair(streamText.answered, visibleText(feedbackSummary(message.upFeedback)))}
          </span>
        )}
      </EventHead>
      {message.explanation === undefined ? null : (
        <p className="prose breakable" dir="auto" lang="">
          <QuotedText>{visibleText(message.explanation)}</QuotedText>
        </p>
      )}
      {message.payload === undefined || Object.keys(message.payload).length === 0 ? null : (
        <JsonBox label={message.upContext?.entity ?? 'payload'} value={message.payload} />
      )}
    </EventRow>
  );
}
