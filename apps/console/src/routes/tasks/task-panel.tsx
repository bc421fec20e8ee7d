import type { Thread } from '@countersign/thread/thread';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { Stream } from '../../features/stream/stream.tsx';
import { useStreamContext } from '../../features/stream/stream-context.tsx';
import type { Past } from '../../live/events/use-past.ts';
import { taskText } from '../../text/texts.ts';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { TaskAddress } from './use-task-address.ts';

// The code of a view is loaded only when it is opened.
const LineagePanel = lazyPart(
  async () => (await import('../../features/lineage/lineage-panel.tsx')).LineagePanel,
);
const FlowPanel = lazyPart(
  async () => (await import('../../features/flow/flow-panel.tsx')).FlowPanel,
);
const TimelinePanel = lazyPart(
  async () => (await import('../../features/timeline/timeline-panel.tsx')).TimelinePanel,
);
const StateExplorer = lazyPart(
  async () => (await import('../../features/state/state-explorer.tsx')).StateExplorer,
);
const EventsPanel = lazyPart(
  async () => (await import('../../features/events/events-panel.tsx')).EventsPanel,
);

const DecisionsTab = lazyPart(
  async () => (await import('../inbox/decisions-tab.tsx')).DecisionsTab,
);

interface TaskPanelProps {
  address: TaskAddress;
  past: Past;
  /** As it was at the position shown. */
  thread: Thread;
  live: Thread;
  head: number;
  at: number | null;
  nameOf: (agentId: string) => string;
  now: () => number;
  onMove: (at: number | null) => void;
  onFollowing: (following: boolean) => void;
}

const openLink = (children: ReactNode) => (
  <Link className="link row-tight nowrap target-height" to="/open">
    {children}
  </Link>
);

/** The chosen view of a task. */
export function TaskPanel(props: TaskPanelProps) {
  const { tab } = props.address;
  return (
    <Suspense fallback={<Skeleton label={taskText.tabs[tab]} rows={8} />}>
      <Panel {...props} />
    </Suspense>
  );
}

function Panel(props: TaskPanelProps) {
  const { address, past, thread, at, nameOf, now, onMove } = props;
  const { go } = address;
  const { promptLink } = useStreamContext();
  const navigate = useNavigate();
  const showItem = (item: string) => go({ tab: undefined, node: undefined, item });
  // A file has no inbox.
  const openPrompt = (promptId: string) =>
    past.source.download === null ||
    void navigate({ to: '/inbox/$promptId', params: { promptId } });
  switch (address.tab) {
    case 'stream':
      return (
        <Stream
          isPast={at !== null}
          key={at === null ? 'live' : 'past'}
          onFollowing={props.onFollowing}
          onGoTo={onMove}
          showKey={address.item}
          thread={thread}
        />
      );
    case 'lineage':
      return (
        <LineagePanel
          nameOf={nameOf}
          onOpenPrompt={openPrompt}
          onSelect={(node) => go({ node: node ?? undefined })}
          onShow={showItem}
          promptLink={promptLink}
          selectedId={address.node}
          thread={thread}
        />
      );
    case 'flow':
      return <FlowPanel nameOf={nameOf} now={now} onShow={showItem} thread={thread} />;
    case 'timeline':
      return (
        <TimelinePanel
          at={at}
          nameOf={nameOf}
          now={now}
          onGo={onMove}
          onShow={showItem}
          promptLink={promptLink}
          thread={thread}
        />
      );
    case 'state':
      return (
        <StateExplorer
          at={at}
          from={address.from}
          nameOf={nameOf}
          onFrom={(from) => go({ from: from ?? undefined })}
          onGo={onMove}
          past={past}
          thread={thread}
        />
      );
    case 'decisions':
      return (
        <DecisionsTab
          isOnServer={past.source.download !== null}
          promptLink={promptLink}
          prompts={Object.values(thread.prompts)}
        />
      );
    case 'events':
      return (
        <EventsPanel
          at={at}
          going={props.live.run.endedAt === null}
          head={props.head}
          nameOf={nameOf}
          now={now}
          onGo={onMove}
          onSelect={(event) => go({ event: event ?? undefined })}
          openLink={past.source.download === null ? null : openLink}
          past={past}
          selected={address.event}
        />
      );
  }
}
