import type { Thread, ThreadItem, ThreadPrompt } from '@countersign/thread/thread';
import { ArrowDown } from 'lucide-react';
import {
  Fragment,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { streamText } from '../../text/stream.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatClock } from '../../ui/format-time.ts';
import { Icon } from '../../ui/icon.tsx';
import { FeedItem } from './feed-item.tsx';
import { feedRows } from './feed-rows.ts';
import { type SeenMark, useLastSeen } from './last-seen.ts';
import { OffersContext, offersOf } from './offers.ts';
import { useStreamWorld } from './stream-world.tsx';
import './stream.css';
import { WINDOW, windowFrom } from './sticky.ts';
import { useStickyScroll } from './use-sticky-scroll.ts';

/** The feed of one task: a window on its items that follows the end until the reader scrolls up. */
export function Stream({
  thread,
  onFollowing,
}: {
  thread: Thread;
  onFollowing?: (following: boolean) => void;
}) {
  const { now } = useStreamWorld();
  const { scrollerRef, contentRef, following, toEnd, leaveEnd } = useStickyScroll();
  const mark = useLastSeen(thread.threadId, thread.sequence, now);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const count = thread.items.length;
  const [from, setFrom] = useState(() => Math.max(0, count - WINDOW));
  const nextFrom = windowFrom(from, count, following);
  if (nextFrom !== from) setFrom(nextFrom);
  useEffect(() => onFollowing?.(following), [following, onFollowing]);
  const unseen = useUnseen(count, following);
  const keepPlace = useKeepPlace(scrollerRef, from);

  const onFold = useCallback((key: string) => {
    setFolded((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  }, []);
  const rows = useMemo(
    () => feedRows(thread.items, nextFrom, folded),
    [thread.items, nextFrom, folded],
  );
  const controls = useMemo(
    () => new Map(thread.controls.map((control) => [control.id, control])),
    [thread.controls],
  );
  const markAt = mark === null ? -1 : rows.findIndex((row) => row.sequence > mark.sequence);

  const offers = useMemo(() => offersOf(thread.prompts), [thread.prompts]);

  return (
    <OffersContext value={offers}>
      <div className="stream">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
        <section aria-label={streamText.label} className="stream-s" ref={scrollerRef} tabIndex={0}>
          {nextFrom > 0 ? (
            <button
              className="btn btn-ghost earlier"
              onClick={() => {
                leaveEnd();
                keepPlace();
                setFrom(Math.max(0, nextFrom - WINDOW));
              }}
              type="button"
            >
              {streamText.earlier(Math.min(WINDOW, nextFrom))}
            </button>
          ) : null}
          {count === 0 ? (
            <div className="stream-e">
              <EmptyState title={streamText.empty}>{streamText.emptyDetail}</EmptyState>
            </div>
          ) : null}
          <ol className={rows.length > WINDOW * 2 ? 'feed feed-long' : 'feed'} ref={contentRef}>
            {rows.map((row, index) => (
              <Fragment key={row.key}>
                {index === markAt && mark !== null ? <Mark mark={mark} /> : null}
                <FeedItem
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
        </section>
        {following ? null : (
          <button className="newpill" onClick={toEnd} type="button">
            <Icon of={ArrowDown} small />
            {unseen > 0 ? streamText.fresh(unseen) : streamText.toEnd}
          </button>
        )}
      </div>
    </OffersContext>
  );
}

function promptOf({ prompts }: Thread, item: ThreadItem): ThreadPrompt | null {
  if (item.kind !== 'up-message' && item.kind !== 'prompt') return null;
  return item.promptId === null ? null : (prompts[item.promptId] ?? null);
}

function Mark({ mark }: { mark: SeenMark }) {
  return <li className="mark">{streamText.sinceYouLeft(formatClock(mark.at), mark.count)}</li>;
}

/** Items that arrived since the reader left the end. */
function useUnseen(count: number, following: boolean): number {
  const [seen, setSeen] = useState(count);
  if (following && seen !== count) setSeen(count);
  return Math.max(0, count - seen);
}

/** Keeps what is under the eye in place when items are added above it. */
function useKeepPlace(scrollerRef: { current: HTMLElement | null }, from: number): () => void {
  const before = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs exactly when the window grew
  useLayoutEffect(() => {
    const scroller = scrollerRef.current;
    if (before.current !== null && scroller)
      scroller.scrollTop += scroller.scrollHeight - before.current;
    before.current = null;
  }, [from]);
  return () => {
    before.current = scrollerRef.current?.scrollHeight ?? null;
  };
}
