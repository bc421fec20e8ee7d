import type { Operator } from '@countersign/api/operator';
import type { Presence } from '@countersign/api/prompts/presence';
import type { QueueCounts, QueueGroup } from '@countersign/api/prompts/queue';
import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { CircleCheck, TimerOff } from 'lucide-react';
import { type RefObject, useEffect, useMemo } from 'react';
import { askText } from '../../text/statements/asked-words.ts';
import { readyViewText, inboxText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { useRowPx } from '../../ui/hooks/use-row-px.ts';
import { Diamond, Icon } from '../../ui/icon.tsx';
import { splitTitles, type TitleParts } from '../../ui/texts/split-titles.ts';
import { GroupRow } from './group-row.tsx';
import type { QueueFilter } from './queue-filter.ts';
import { QueueRow, rowId } from './queue-row.tsx';
import { useListPlace } from './use-list-place.ts';
import type { Queue, QueueItem } from './use-queue.ts';
import './queue-list.css';

/** The next page is read when so few rows are left below. */
const READ_AHEAD = 40;
const HEAD_PX = 28;
const rowHeights = { compact: 53, comfortable: 63, phone: 63 };

type Item =
  | { kind: 'head'; blocking: boolean; count: number }
  | { kind: 'row'; item: QueueItem; place: number };

function withHeads(
  { blocking, followup }: Pick<Queue, 'blocking' | 'followup'>,
  show: QueueFilter['show'],
  counts: Pick<QueueCounts, 'blocking' | 'followup'> | null,
): Item[] {
  const group = (isBlocking: boolean, rows: readonly QueueItem[], before: number): Item[] => {
    if (rows.length === 0) return [];
    const reported = counts?.[isBlocking ? 'blocking' : 'followup'];
    const all = rows.flatMap((row) => row.prompts);
    const counted = show === undefined ? all.filter(({ state }) => state === 'open') : all;
    return [
      { kind: 'head', blocking: isBlocking, count: reported ?? counted.length },
      ...rows.map((item, index) => ({ kind: 'row' as const, item, place: before + index + 1 })),
    ];
  };
  return [...group(true, blocking, 0), ...group(false, followup, blocking.length)];
}

function ClosedHead({ show, count }: { show: NonNullable<QueueFilter['show']>; count: number }) {
  return (
    <div
      className="fine-print soft-line-below on-panel queue-group row-close strong"
      role="presentation"
    >
      <Icon of={show === 'unseen' ? TimerOff : CircleCheck} small />
      {readyViewText[show]}{' '}
      <span className="muted regular">
        {count} · {text.closedRule}
      </span>
    </div>
  );
}

function GroupHead({
  blocking,
  count,
  defaults,
}: Record<'blocking' | 'defaults', boolean> & { count: number }) {
  const rule = blocking ? text.blockingRule : defaults ? text.followupRule : text.followupRulePlain;
  return (
    <div
      className="fine-print soft-line-below on-panel queue-group row-close strong"
      role="presentation"
    >
      <Diamond filled={blocking} small />
      {blocking ? text.blocking : text.followups}{' '}
      <span className="muted regular">
        {count} · {rule}
      </span>
    </div>
  );
}

export interface QueueListProps {
  queue: Queue;
  filter: QueueFilter;
  /** Key of the row whose prompt, or class, is open on the right. */
  currentKey: string | null;
  picked: ReadonlySet<string>;
  me: Operator | null;
  presence: ReadonlyMap<string, Presence['people']>;
  /** Each row shows why it is the operator's turn. */
  whyMine: boolean;
  listRef: RefObject<HTMLDivElement | null>;
  /** A prompt or a table is open next to the list, or in its place. */
  isOpen: boolean;
  /** How many there are where not all are read; null = those that are here. */
  counts: Pick<QueueCounts, 'blocking' | 'followup'> | null;
  /** Equal prompts as the server counts them, by class, where not all are read; null = count the rows. */
  counted: ReadonlyMap<string, QueueGroup> | null;
  hasMore: boolean;
  /** Reads on. */
  onMore: () => void;
  onChoose: (promptId: string) => void;
  onChooseClass: (item: QueueItem) => void;
  onPick: (promptId: string, range: boolean) => void;
  onPickClass: (item: QueueItem) => void;
}

const nobody: Presence['people'] = [];

interface RowProps extends QueueListProps {
  item: QueueItem;
  place: number;
  splits: ReadonlyMap<string, TitleParts>;
}

function Row({ item, place, splits, ...props }: RowProps) {
  const [prompt] = item.prompts;
  if (prompt === undefined) return null;
  const { counts } = props;
  // Grouped, all are read.
  const size = counts === null ? props.queue.rows.length : counts.blocking + counts.followup;
  const current = item.key === props.currentKey;
  if (item.classKey !== null) {
    return (
      <GroupRow
        item={item}
        counted={props.counted?.get(item.classKey) ?? null}
        current={current}
        picked={item.prompts.every((each) => props.picked.has(each.id))}
        place={place}
        size={size}
        onChoose={props.onChooseClass}
        onPick={props.onPickClass}
      />
    );
  }
  return (
    <QueueRow
      prompt={prompt}
      split={splits.get(visibleText(askText(prompt)))}
      current={current}
      picked={props.picked.has(prompt.id)}
      place={place}
      size={size}
      me={props.me}
      people={props.presence.get(prompt.id) ?? nobody}
      whyMine={props.whyMine}
      onChoose={props.onChoose}
      onPick={props.onPick}
    />
  );
}

/** The rows, of which only those in view exist. One tab stop; the chosen row is given by `aria-activedescendant`. */
export function QueueList(props: QueueListProps) {
  const { queue, currentKey, listRef } = props;
  const { show } = props.filter;
  const { blocking, followup, rows } = queue;
  const { counts, hasMore, onMore } = props;
  const items = useMemo(
    () => withHeads({ blocking, followup }, show, counts),
    [blocking, followup, show, counts],
  );
  const splits = useMemo(() => {
    const single = rows.filter(({ classKey }) => classKey === null);
    return splitTitles(
      single.flatMap(({ prompts: [prompt] }) =>
        prompt === undefined ? [] : [visibleText(askText(prompt))],
      ),
    );
  }, [rows]);
  const rowPx = useRowPx(rowHeights);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => listRef.current,
    estimateSize: (index) => (items[index]?.kind === 'head' ? HEAD_PX : rowPx),
    getItemKey: (index) => {
      const item = items[index];
      return item?.kind === 'row' ? item.item.key : `head-${String(item?.blocking)}`;
    },
    overscan: 8,
  });
  const currentAt = items.findIndex((item) => item.kind === 'row' && item.item.key === currentKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heights are read again when the width class changes
  useEffect(() => virtual.measure(), [rowPx, items.length]);
  const remember = useListPlace({
    listRef,
    currentKey,
    rowAt: () => virtual.measurementsCache[currentAt],
    order: queue.order,
    isOpen: props.isOpen,
  });
  const drawn = virtual.getVirtualItems();
  const reached = drawn.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && reached >= items.length - READ_AHEAD) onMore();
  }, [hasMore, onMore, reached, items.length]);
  const inView = drawn.some((row) => row.index === currentAt);
  const defaults = queue.followup.some((item) =>
    item.prompts.some(({ hasDefault }) => hasDefault === true),
  );
  return (
    <div
      className={clsx('queue-list scroll-area', props.picked.size > 0 && 'is-picking')}
      role="listbox"
      aria-label={text.prompts}
      tabIndex={0}
      ref={listRef}
      aria-activedescendant={currentKey !== null && inView ? rowId(currentKey) : undefined}
      // A click may remove the list before its scroll event is sent.
      onClickCapture={({ currentTarget }) => remember(currentTarget)}
      onScroll={({ currentTarget }) => {
        if (currentTarget.checkVisibility()) remember(currentTarget);
      }}
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
              className="queue-place"
              style={{ height: row.size, transform: `translateY(${String(row.start)}px)` }}
            >
              {item.kind === 'head' ? (
                show !== undefined ? (
                  <ClosedHead count={item.count} show={show} />
                ) : (
                  <GroupHead blocking={item.blocking} count={item.count} defaults={defaults} />
                )
              ) : (
                <Row {...props} item={item.item} place={item.place} splits={splits} />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
