import type { Control } from '@countersign/api/task';
import type { ThreadItem } from '@countersign/thread/thread';
import type { ThreadPrompt } from '@countersign/thread/thread-prompt';
import { Braces, OctagonX } from 'lucide-react';
import { Component, memo, type ReactNode } from 'react';
import { streamText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { EventRow } from './event-row.tsx';
import { JsonBox } from './json-box.tsx';
import { MessageRows } from './message-rows.tsx';
import { isNoise, type NoiseItem } from './noise.ts';
import {
  AnomalyRow,
  ConnectionRow,
  ControlRow,
  CustomRow,
  ExchangeRow,
  RunRow,
  StepRow,
} from './notice-rows.tsx';
import { PromptRow } from './prompt-row.tsx';
import { ToolCallRow } from './tool-call-row.tsx';
import { UpMessageRow } from './up-message-row.tsx';

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
