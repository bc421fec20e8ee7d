import type { ComponentProps } from 'react';
import { decisionsCsv } from '../features/task/decisions-csv.ts';
import { DecisionsPanel, inOrder } from '../features/task/decisions-panel.tsx';
import { saveFile } from '../ui/save-file.ts';

type DecisionsTabProps = Pick<ComponentProps<typeof DecisionsPanel>, 'prompts' | 'promptLink'>;

/** Every decision of a task, with a file of them to keep. */
export function DecisionsTab({ prompts, promptLink }: DecisionsTabProps) {
  const save = () => {
    const csv = decisionsCsv(inOrder(prompts));
    saveFile('decisions.csv', new Blob([csv], { type: 'text/csv' }));
  };
  return (
    <div className="t-pane">
      <DecisionsPanel isWhole onExport={save} promptLink={promptLink} prompts={prompts} />
    </div>
  );
}
