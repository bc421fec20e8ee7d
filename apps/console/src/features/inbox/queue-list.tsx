import type { Prompt } from '@countersign/api/prompt';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useMemo } from 'react';
import { inboxText as text } from '../../text/inbox.ts';
import { Diamond } from '../../ui/icon.tsx';
import { usePhone } from '../../ui/use-phone.ts';
import { QueueRow, rowId } from './queue-row.tsx';
import type { Queue } from './use-queue.ts';

const HEAD_PX = 28;
const ROW_PX = 53;
const PHONE_ROW_PX = 63;

type Item =
  | { kind: 'head'; blocking: boolean; count: number }
  | { kind: 'row'; prompt: Prompt; place: number };

function itemsOf(blocking: readonly Prompt[], followup: readonly Prompt[]): Item[] {
  const group = (isBlocking: boolean, prompts: readonly Prompt[], before: number): Item[] =>
    prompts.length === 0
      ? []
      : [
          {
            kind: 'head',
            blocking: isBlocking,
            count: prompts.filter((prompt) => prompt.state === 'open').length,
          },
          ...prompts.map((prompt, index) => ({
            kind: 'row' as const,
            prompt,
            place: before + index + 1,
          })),
        ];
  return [...group(true, blocking, 0), ...group(false, followup, blocking.length)];
}

function GroupHead({
  blocking,
  count,
  defaults,
}: {
  blocking: boolean;
  count: number;
  defaults: boolean;
}) {
  const rule = blocking ? text.blockingRule : defaults ? text.followupRule : text.followupRulePlain;
  return (
    <div className="q-grp" role="presentation">
      <Diamond filled={blocking} small />
      {blocking ? text.blocking : text.followups}{' '}
      <span className="m">
        {count} · {rule}
      </span>
    </div>
  );
}

interface QueueListProps {
  queue: Queue;
  selectedId: string | null;
  meId: string | null;
  listRef: RefObject<HTMLDivElement | null>;
  onChoose: (promptId: string) => void;
}

/** The rows, of which only those in view exist. One tab stop; the chosen row is told by `aria-activedescendant`. */
export function QueueList({ queue, selectedId, meId, listRef, onChoose }: QueueListProps) {
  const items = useMemo(
    () => itemsOf(queue.blocking, queue.followup),
    [queue.blocking, queue.followup],
  );
  const rowPx = usePhone() ? PHONE_ROW_PX : ROW_PX;
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => listRef.current,
    estimateSize: (index) => (items[index]?.kind === 'head' ? HEAD_PX : rowPx),
    getItemKey: (index) => {
      const item = items[index];
      return item?.kind === 'row' ? item.prompt.id : `head-${String(item?.blocking)}`;
    },
    overscan: 8,
  });
  const selectedAt = items.findIndex(
    (item) => item.kind === 'row' && item.prompt.id === selectedId,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heights are read again when the width class changes
  useEffect(() => virtual.measure(), [rowPx, items.length]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the operator chooses, never when rows arrive
  useEffect(() => {
    if (selectedAt >= 0) virtual.scrollToIndex(selectedAt, { align: 'auto' });
  }, [selectedId]);
  const drawn = virtual.getVirtualItems();
  const inView = drawn.some((row) => row.index === selectedAt);
  return (
    <div
      className="q-list"
      role="listbox"
      aria-label={text.prompts}
      tabIndex={0}
      ref={listRef}
      aria-activedescendant={selectedId !== null && inView ? rowId(selectedId) : undefined}
      onPointerEnter={() => queue.setBusy(true)}
      onPointerLeave={() => queue.setBusy(false)}
    >
      <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {drawn.map((row) => {
          const item = items[row.index];
          if (item === undefined) return null;
          return (
            <div
              key={row.key}
              role="presentation"
              className="q-at"
              style={{ height: row.size, transform: `translateY(${String(row.start)}px)` }}
            >
              {item.kind === 'head' ? (
                <GroupHead
                  blocking={item.blocking}
                  count={item.count}
                  defaults={queue.followup.some((prompt) => prompt.message.defaultFeedback)}
                />
              ) : (
                <QueueRow
                  prompt={item.prompt}
                  selected={item.prompt.id === selectedId}
                  place={item.place}
                  size={queue.rows.length}
                  meId={meId}
                  onChoose={onChoose}
                />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
