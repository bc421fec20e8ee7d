import type { Thread, ThreadItem } from '@countersign/thread/thread';
import { ArrowDown } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { streamText } from '../../text/texts.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { FeedRowList } from './feed-row-list.tsx';
import { type FeedRow, feedRows } from './feed-rows.ts';
import { WINDOW } from './feed-window.ts';
import { type SeenMark, useLastSeen } from './last-seen.ts';
import { isPaused, PausedContext } from './paused-run.ts';
import { OffersContext, offersOf } from './rows/offers.ts';
import { useStreamContext } from './stream-context.tsx';
import './stream.css';
import { useFeedWindow } from './use-feed-window.ts';

interface StreamProps {
  thread: Thread;
  onFollowing?: (following: boolean) => void;
  /** Key of a thread item to go to and to mark; null = none. */
  showKey?: string | null;
  /** Opens the thread as it was at a position; absent = this is not possible here. */
  onGoTo?: ((sequence: number) => void) | undefined;
  /** The thread is a past one: it does not change how far it was seen. */
  isPast?: boolean;
}

/** The feed of one task: a window on its items that follows the end until the reader scrolls up. */
export function Stream(props: StreamProps) {
  const { thread, onFollowing, onGoTo, showKey = null, isPast = false } = props;
  const { now } = useStreamContext();
  const { items } = thread;
  const count = items.length;
  // Looked for again only while it is not there yet: an item never changes its place.
  const showAt = usePlace(items, showKey);
  const feed = useFeedWindow(items, showAt);
  const { window, following } = feed;
  const mark = useLastSeen(thread.threadId, isPast ? 0 : thread.sequence, now);
  const [folded, onFold] = useFolded(showKey);
  useEffect(() => onFollowing?.(following), [following, onFollowing]);
  const unseen = useUnseen(count, following);

  const rows = useMemo(() => feedRows(items, window, folded), [items, window, folded]);
  const offers = useMemo(() => offersOf(thread.prompts), [thread.prompts]);
  const rest = window.to === null ? 0 : count - window.to;

  return (
    <OffersContext value={offers}>
      <PausedContext value={isPaused(thread)}>
        <div className="anchor column grow">
          <section
            aria-label={streamText.label}
            className="stream-scroll scroll-area"
            ref={feed.scrollerRef}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
            tabIndex={0}
          >
            {showKey !== null && showAt < 0 ? (
              <p className="at-top on-panel banner stream-miss">{streamText.noPlace}</p>
            ) : null}
            {window.from > 0 ? (
              <button className="button button-ghost earlier" onClick={feed.earlier} type="button">
                {streamText.earlier(Math.min(WINDOW, window.from))}
              </button>
            ) : null}
            {window.from === 0 && thread.earlier !== undefined ? (
              <PutAside earlier={thread.earlier} onGoTo={onGoTo} />
            ) : null}
            {count === 0 ? (
              <div className="stream-empty">
                <EmptyState title={streamText.empty}>{streamText.emptyDetail}</EmptyState>
              </div>
            ) : null}
            <FeedRowList
              contentRef={feed.contentRef}
              folded={folded}
              mark={mark}
              markAt={markRow(rows, mark, items[window.from - 1])}
              onFold={onFold}
              rows={rows}
              showKey={showKey}
              thread={thread}
            />
            {rest > 0 ? (
              <button className="button button-ghost earlier" onClick={feed.later} type="button">
                {streamText.later(Math.min(WINDOW, rest))}
              </button>
            ) : null}
          </section>
          {following ? null : (
            <button
              className="fine-print new-events row-inline-tight strong"
              onClick={feed.toEnd}
              type="button"
            >
              <Icon of={ArrowDown} small />
              {unseen > 0 ? streamText.fresh(unseen) : streamText.toEnd}
            </button>
          )}
        </div>
      </PausedContext>
    </OffersContext>
  );
}

/** What the reader has folded; another place to go to unfolds it all. */
function useFolded(showKey: string | null): [ReadonlySet<string>, (key: string) => void] {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [unfoldedFor, setUnfoldedFor] = useState(showKey);
  if (showKey !== unfoldedFor) {
    setUnfoldedFor(showKey);
    setFolded(new Set());
  }
  const onFold = useCallback((key: string) => {
    setFolded((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  }, []);
  return [folded, onFold];
}

/** The index of an item; -1 = not found, or none requested. */
function usePlace(items: readonly ThreadItem[], key: string | null): number {
  const known = useRef({ key: '', place: -1 });
  if (key === null) return -1;
  const { current } = known;
  if (current.key !== key || items[current.place]?.key !== key) {
    known.current = { key, place: items.findIndex((item) => item.key === key) };
  }
  return known.current.place;
}

/** The first row the reader has not seen; -1 when it is above the window. */
function markRow(
  rows: readonly FeedRow[],
  mark: SeenMark | null,
  before: ThreadItem | undefined,
): number {
  if (mark === null || (before !== undefined && before.sequence > mark.sequence)) return -1;
  return rows.findIndex((row) => row.sequence > mark.sequence);
}

/** Items that arrived since the reader left the end. */
function useUnseen(count: number, following: boolean): number {
  const [seen, setSeen] = useState(count);
  if (following && seen !== count) setSeen(count);
  return Math.max(0, count - seen);
}

/** The part that a very long task has removed: not in this tab, but available on request. */
function PutAside({
  earlier,
  onGoTo,
}: {
  earlier: NonNullable<Thread['earlier']>;
  onGoTo: StreamProps['onGoTo'];
}) {
  return (
    <p className="at-top on-panel banner stream-miss">
      {streamText.putAside(earlier.items)}{' '}
      {onGoTo === undefined ? null : (
        <button
          className="button button-ghost"
          onClick={() => onGoTo(earlier.sequence)}
          type="button"
        >
          {streamText.showPutAside}
        </button>
      )}
    </p>
  );
}
