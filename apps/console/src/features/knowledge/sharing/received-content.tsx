import type { Incoming } from '@countersign/api/knowledge-sharing';
import { incomingText as text } from '../../../text/knowledge.ts';
import { MemoryContent } from '../memories/memory-content.tsx';
import { ConflictView } from '../review/conflict-view.tsx';

interface ReceivedContentProps {
  content: Record<string, unknown>;
  conflicts: Incoming['conflicts'];
  type: Incoming['type'];
}

/** What came from elsewhere: where it differs from what is known here, and all that it says. */
export function ReceivedContent({ content, conflicts, type }: ReceivedContentProps) {
  return (
    <div className="stack incoming-body">
      {conflicts.map((conflict) => (
        <ConflictView conflict={conflict} key={`${conflict.kind} ${conflict.with.id}`} />
      ))}
      <details>
        <summary className="muted">{text.says}</summary>
        <div className="inset ruled">
          <MemoryContent content={content} type={type} />
        </div>
      </details>
    </div>
  );
}
