import type { Thread } from '@countersign/thread/thread';
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { StreamContext, type StreamEnvironment } from '../../features/stream/stream-context.tsx';
import { PastStrip } from '../../features/time/past-strip.tsx';
import { scrubAxis } from '../../features/time/scrub-axis.ts';
import { usePast, useThreadAt, useTimes } from '../../live/events/use-past.ts';
import { errorText } from '../../live/problem-text.ts';
import type { TaskSource } from '../../live/task-source.ts';
import { useAnswersInWords } from '../../live/use-answers-in-words.ts';
import { timeText } from '../../text/texts.ts';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import { TaskPanel } from './task-panel.tsx';
import { TaskTabs } from './task-tabs.tsx';
import { useTaskAddress } from './use-task-address.ts';
import { useTaskKeys } from './use-task-keys.ts';

const settleMs = 300;

/**
 * The position shown. It follows every move at once; the address follows when it rests, so that neither a play nor a drag
 * writes the address for every event.
 */
function usePosition(
  inAddress: number | null,
  head: number,
  write: (at: number | undefined) => void,
): [number | null, (at: number | null) => void] {
  const [moving, setMoving] = useState<number | null>(null);
  useEffect(() => {
    if (moving === null) return;
    if (moving === inAddress) {
      setMoving(null);
      return;
    }
    const timer = setTimeout(() => write(moving), settleMs);
    return () => clearTimeout(timer);
  }, [moving, inAddress, write]);
  const move = useCallback(
    (at: number | null) => {
      setMoving(at);
      if (at === null) write(undefined);
    },
    [write],
  );
  const at = moving ?? inAddress;
  return [at === null || head === 0 ? at : Math.min(at, head), move];
}

// Secondary parts: the stream does not wait for them.
const Scrubber = lazyPart(async () => (await import('../../features/time/scrubber.tsx')).Scrubber);
const TaskSide = lazyPart(async () => (await import('./task-side.tsx')).TaskSide);

interface TaskViewProps {
  source: TaskSource;
  /** The thread as it is now. */
  live: Thread;
  world: StreamEnvironment;
  nameOf: (agentId: string) => string;
  header: ReactNode;
  /** The status in place of a task that is not shown. */
  status: ReactNode;
  /** Where the operator sends messages to the agents; null = they cannot receive any. */
  sayBox: ReactNode;
  /** Asks whether to start again from a position; null = nothing can be started here. */
  onRestart: ((at: number) => void) | null;
  restartRefused: string | null;
}

/** A task in all its views, now or at any position of its past. */
export function TaskView(props: TaskViewProps) {
  const { live, source } = props;
  const address = useTaskAddress();
  const { go, tab } = address;
  const past = usePast(source);
  const head = live.sequence;
  const times = useTimes(past, head);
  const axis = useMemo(() => scrubAxis(times, head, newestTime(live)), [times, head, live]);
  const [at, move] = usePosition(
    address.at,
    head,
    useCallback((to: number | undefined) => go({ at: to }), [go]),
  );
  const then = useThreadAt(past, at);
  const thread = useAnswersInWords(at === null ? live : (then.thread ?? live));
  const [following, setFollowing] = useState(true);
  const time = at === null ? 0 : axis.timeOf(at);
  const world = useMemo(
    () => (at === null ? props.world : { ...props.world, now: () => time, say: null }),
    [props.world, at, time],
  );
  const hasLive = source.download !== null;
  const { onRestart } = props;
  const root = useRef<HTMLDivElement>(null);
  useTaskKeys({
    root,
    onTab: (to) => go({ tab: to === 'stream' ? undefined : to, node: undefined, item: undefined }),
  });
  return (
    <StreamContext value={world}>
      <div
        ref={root}
        className={tab === 'stream' ? 'full-height task' : 'full-height task is-wide'}
      >
        {props.header}
        <TaskTabs
          decisions={Object.keys(thread.prompts).length}
          events={head}
          following={following && at === null}
          tab={tab}
        />
        <div className="task-main column">
          {props.status}
          {at === null ? null : (
            <PastStrip
              at={at}
              error={errorText(then.error)}
              going={live.run.startedAt !== null && live.run.endedAt === null}
              head={head}
              onLive={hasLive ? () => move(null) : null}
              onRetry={then.retry}
              status={then.status}
              time={time}
            />
          )}
          <TaskPanel
            address={address}
            at={at}
            head={head}
            live={live}
            nameOf={props.nameOf}
            now={world.now}
            onFollowing={setFollowing}
            onMove={move}
            past={past}
            thread={thread}
          />
          {tab !== 'stream' || props.sayBox === null ? null : (
            <>
              {at === null ? null : <p className="fine-print past-message muted">{timeText.now}</p>}
              {props.sayBox}
            </>
          )}
        </div>
        {tab === 'stream' ? (
          <Suspense fallback={<aside className="task-side side-pane on-panel clipped column" />}>
            <TaskSide thread={thread} />
          </Suspense>
        ) : null}
        <Suspense
          fallback={
            <footer className="fine-print line-above on-canvas full-row scrub cells nowrap" />
          }
        >
          <Scrubber
            at={at}
            axis={axis}
            hasLive={hasLive}
            live={live}
            onMove={move}
            onRestart={onRestart === null || at === null ? null : () => onRestart(at)}
            past={past}
            restartRefused={props.restartRefused}
          />
        </Suspense>
      </div>
    </StreamContext>
  );
}

/** When the newest event that left a trace came, epoch ms. */
function newestTime({ items, run }: Thread): number {
  const last = items.at(-1);
  return Math.max(last?.endedAt ?? last?.startedAt ?? 0, run.endedAt ?? 0, run.startedAt ?? 0);
}
