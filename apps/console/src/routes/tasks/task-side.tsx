import type { Thread } from '@countersign/thread/thread';
import { StatePanel } from '../../features/state/state-panel.tsx';
import { useStreamContext } from '../../features/stream/stream-context.tsx';
import { DecisionsPanel } from '../../features/task/decisions-panel.tsx';

/** Next to the stream: the shared state and the questions. */
export function TaskSide({ thread }: { thread: Thread }) {
  const { promptLink } = useStreamContext();
  return (
    <aside className="task-side side-pane on-panel clipped column">
      <StatePanel thread={thread} />
      <DecisionsPanel promptLink={promptLink} prompts={Object.values(thread.prompts)} />
    </aside>
  );
}
