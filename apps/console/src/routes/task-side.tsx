import type { Thread } from '@countersign/thread/thread';
import { StatePanel } from '../features/state/state-panel.tsx';
import { useStreamWorld } from '../features/stream/stream-world.tsx';
import { DecisionsPanel } from '../features/task/decisions-panel.tsx';

/** Next to the stream: the shared state and the questions. */
export function TaskSide({ thread }: { thread: Thread }) {
  const { promptLink } = useStreamWorld();
  return (
    <aside className="task-side column">
      <StatePanel thread={thread} />
      <DecisionsPanel promptLink={promptLink} prompts={Object.values(thread.prompts)} />
    </aside>
  );
}
