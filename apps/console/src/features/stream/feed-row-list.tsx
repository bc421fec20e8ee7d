import type { Thread, ThreadItem } from '@countersign/thread/thread';
import type { ThreadPrompt } from '@countersign/thread/thread-prompt';
import { Fragment, type Ref, useEffect, useMemo, useRef } from 'react';
import { streamText } from '../../text/texts.ts';
import { formatClock } from '../../ui/format-time.ts';
import { FeedItem } from './feed-item.tsx';
import type { FeedRow } from './feed-rows.ts';
import type { SeenMark } from './last-seen.ts';

interface FeedRowListProps {
  thread: Thread;
  rows: readonly FeedRow[];
  /** Keys of the items whose pieces are folded away. */
  folded: ReadonlySet<string>;
  onFold: (key: string) => void;
  /** How far the reader has seen, and the index of the row it is shown before; -1 = none. */
  mark: SeenMark | null;
  markAt: number;
  /** Key of the item to go to and to mark; null = none. */
  showKey: string | null;
  contentRef: Ref<HTMLOListElement>;
}

/** The rows of the feed that are in the window, with the marks between them. */
export function FeedRowList(props: FeedRowListProps) {
  const { thread, rows, folded, onFold, mark, markAt, showKey, contentRef } = props;
  const controls = useMemo(
    () => new Map(thread.controls.map((control) => [control.id, control])),
    [thread.controls],
  );
  return (
    <ol className="stream-feed" ref={contentRef}>
      {rows.map((row, index) => (
        <Fragment key={row.key}>
          {index === markAt && mark !== null ? <Mark mark={mark} /> : null}
          {isShown(row, showKey) ? <Shown key={showKey} /> : null}
          <FeedItem
            behind={row.behind?.length ?? 0}
            control={
              row.item.kind === 'control' ? (controls.get(row.item.controlId) ?? null) : null
            }
            face={row.face}
            folded={folded.has(row.item.key)}
            hidden={row.hidden}
            item={row.item}
            onFold={onFold}
            prompt={promptOf(thread, row.item)}
          />
        </Fragment>
      ))}
    </ol>
  );
}

const isShown = ({ item, face, behind = [] }: FeedRow, key: string | null): boolean =>
  face === 'item' && (item.key === key || behind.some((other) => other.key === key));

function promptOf({ prompts }: Thread, item: ThreadItem): ThreadPrompt | null {
  if (item.kind !== 'up-message' && item.kind !== 'prompt') return null;
  return item.promptId === null ? null : (prompts[item.promptId] ?? null);
}

function Mark({ mark }: { mark: SeenMark }) {
  return (
    <li className="fine-print seen-mark row-wide strong">
      {streamText.sinceYouLeft(formatClock(mark.at), mark.count)}
    </li>
  );
}

/** The requested place: scrolled into view once, and marked as long as it is in the address. */
function Shown() {
  const ref = useRef<HTMLLIElement>(null);
  useEffect(() => {
    ref.current?.scrollIntoView?.({ block: 'center' });
    ref.current?.focus({ preventScroll: true });
  }, []);
  return (
    <li className="fine-print seen-mark row-wide strong shown" ref={ref} tabIndex={-1}>
      {streamText.shown}
    </li>
  );
}
