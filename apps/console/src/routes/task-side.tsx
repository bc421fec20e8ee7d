import type { Thread } from '@countersign/thread/thread';
import { useStreamWorld } from '../features/stream/stream-world.tsx';
import { DecisionsPanel } from '../features/task/decisions-panel.tsx';
import { StatePanel } from '../features/task/state-panel.tsx';

/** Beside the stream: the shared state and what was asked. */
export function TaskSide({ thread }: { thread: Thread }) {
  const { promptLink } = useStreamWorld();
  return (
    <aside className="t-side">
      <StatePanel thread={thread} />
      <DecisionsPanel promptLink={promptLink} prompts={Object.values(thread.prompts)} />
    </aside>
  );
}
