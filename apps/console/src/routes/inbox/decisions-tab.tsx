import type { ThreadPrompt } from '@countersign/thread/thread-prompt';
import { type ComponentProps, Suspense } from 'react';
import { decisionsCsv } from '../../features/task/decisions-csv.ts';
import { DecisionsPanel, inOrder } from '../../features/task/decisions-panel.tsx';
import { saveCsv } from '../../ui/files/csv.ts';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const DecisionSent = lazyPart(async () => (await import('./decision-sent.tsx')).DecisionSent);

interface DecisionsTabProps
  extends Pick<ComponentProps<typeof DecisionsPanel>, 'prompts' | 'promptLink'> {
  /** The whole questions can be read; those of an opened file cannot. */
  isOnServer: boolean;
}

const sent = (prompt: ThreadPrompt) => (
  <Suspense fallback={<Skeleton rows={2} />}>
    <DecisionSent prompt={prompt} />
  </Suspense>
);

/** Every decision of a task, with a file of them to keep. */
export function DecisionsTab({ prompts, promptLink, isOnServer }: DecisionsTabProps) {
  const save = () => {
    const csv = decisionsCsv(inOrder(prompts));
    saveCsv('decisions', csv);
  };
  return (
    <div className="task-pane scroll-area">
      <DecisionsPanel
        isWhole
        onExport={save}
        promptLink={promptLink}
        prompts={prompts}
        sent={isOnServer ? sent : undefined}
      />
    </div>
  );
}
