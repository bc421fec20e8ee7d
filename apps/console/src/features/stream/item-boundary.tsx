import type { ThreadItem } from '@countersign/thread/thread';
import { OctagonX } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { streamText } from '../../text/stream.ts';
import { Icon } from '../../ui/icon.tsx';
import { EventRow } from './event-row.tsx';
import { JsonBox } from './json-box.tsx';

interface Props {
  item: ThreadItem;
  children: ReactNode;
}

/** Around each item: one that cannot be drawn is shown as received, and the rest of the stream is not affected. */
export class ItemBoundary extends Component<Props, { item: ThreadItem; failed: boolean }> {
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
