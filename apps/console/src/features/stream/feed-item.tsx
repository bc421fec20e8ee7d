import type { Control } from '@countersign/api/task';
import type { ThreadItem } from '@countersign/thread/thread';
import type { ThreadPrompt } from '@countersign/thread/thread-prompt';
import { memo } from 'react';
import { ItemBoundary } from './item-boundary.tsx';
import { MessageRows } from './message-rows.tsx';
import { isNoise } from './noise.ts';
import { NoiseRow } from './noise-row.tsx';
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
