import type { Control } from '@countersign/api/task';
import { namedBy, readSenderId } from '@countersign/hai/sender';
import { isReserved } from '@countersign/thread/cause';
import type { ThreadItem, UpMessageItem } from '@countersign/thread/thread';
import type { ThreadPrompt } from '@countersign/thread/thread-prompt';
import { Braces, CircleCheck, CircleDot, OctagonX } from 'lucide-react';
import { Component, memo, type ReactNode } from 'react';
import { feedbackSummary } from '../../text/answers/feedback-summary.ts';
import { commonText, streamText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { StateBadge } from '../../ui/marks/state-badge.tsx';
import { QuotedText } from '../../ui/texts/quoted-text.tsx';
import { JsonBox } from './json-box.tsx';
import { isNoise, type NoiseItem } from './noise.ts';
import { EventHead, EventRow } from './rows/event-row.tsx';
import { MessageRows } from './rows/message-rows.tsx';
import {
  AnomalyRow,
  ConnectionRow,
  ControlRow,
  CustomRow,
  ExchangeRow,
  RunRow,
  StepRow,
} from './rows/notice-rows.tsx';
import { PromptRow } from './rows/prompt-row.tsx';
import { ToolCallRow } from './rows/tool-call-row.tsx';
import { authorOf, useStreamContext } from './stream-context.tsx';

/** The sender named in the message: a claim of the connection whose stream it was received on. */
function senderOf({ agentId, message }: UpMessageItem): string {
  const { connection, relayedFor } = readSenderId(agentId);
  const named = message.agentId ?? '';
  const isOwn = named === '' || named === relayedFor || isReserved(connection);
  return isOwn ? agentId : namedBy(connection, named);
}

/** A declared state without a question: the state, its reason, and its attachments. */
function UpMessageRow({ item }: { item: UpMessageItem }) {
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

/** One quiet line for a stretch of noise; the first of it can be looked into. */
function NoiseRow({ item, behind }: { item: NoiseItem; behind: number }) {
  const name = item.kind === 'custom' ? streamText.custom(item.name) : streamText.repaired;
  const value = item.kind === 'custom' ? item.value : { detail: item.detail, raw: item.raw };
  const more = behind === 0 ? '' : ` ${streamText.noiseMore(behind)}`;
  return (
    <EventRow at={item.startedAt} mark={<Icon of={Braces} />}>
      <JsonBox label={visibleText(`${name}${more}`)} value={value} />
    </EventRow>
  );
}

interface Props {
  item: ThreadItem;
  children: ReactNode;
}

/** Around each item: one that cannot be drawn is shown as received, and the rest of the stream is not affected. */
class ItemBoundary extends Component<Props, { item: ThreadItem; failed: boolean }> {
  override state = { item: this.props.item, failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }
  /** Tried again when more of it has arrived. */
  static getDerivedStateFromProps({ item }: Props, state: { item: ThreadItem }) {
    return item === state.item ? null : { item, failed: false };
  }
  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <EventRow at={null} mark={<Icon of={OctagonX} tone="fail" />}>
        <JsonBox label={streamText.notDrawn} value={this.state.item} />
      </EventRow>
    );
  }
}

interface FeedItemProps {
  item: ThreadItem;
  face: 'item' | 'end';
  prompt: ThreadPrompt | null;
  control: Control | null;
  folded: boolean;
  hidden: number;
  behind: number;
  onFold: (key: string) => void;
}

/** One item of the thread. Memoised: an item the fold did not touch is not rendered again. */
export const FeedItem = memo(function FeedItem(props: FeedItemProps) {
  return (
    <ItemBoundary item={props.item}>
      <Item {...props} />
    </ItemBoundary>
  );
});

function Item(props: FeedItemProps) {
  const { item, face, prompt, control, folded, hidden, behind, onFold } = props;
  switch (item.kind) {
    case 'message':
      return <MessageRows item={item} />;
    case 'tool-call':
      return <ToolCallRow item={item} />;
    case 'step':
      return <StepRow folded={folded} hidden={hidden} item={item} onFold={onFold} />;
    case 'exchange':
      return <ExchangeRow item={item} />;
    case 'run':
      return <RunRow end={face === 'end'} item={item} />;
    case 'up-message':
      return prompt ? (
        <PromptRow explanation={item.message.explanation} item={item} prompt={prompt} />
      ) : (
        <UpMessageRow item={item} />
      );
    case 'prompt':
      return prompt ? (
        <PromptRow explanation={item.explanation} item={item} prompt={prompt} />
      ) : null;
    case 'control':
      return <ControlRow control={control} item={item} />;
    case 'connection':
      return <ConnectionRow item={item} />;
    case 'anomaly':
      return isNoise(item) ? <NoiseRow behind={behind} item={item} /> : <AnomalyRow item={item} />;
    case 'custom':
      return isNoise(item) ? <NoiseRow behind={behind} item={item} /> : <CustomRow item={item} />;
  }
}
