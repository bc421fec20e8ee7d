import type { Task } from '@countersign/api/task';
import { Square } from 'lucide-react';
import { tasksText } from '../../text/texts.ts';
import { Button } from '../../ui/button.tsx';
import { planStop } from './stop-many.ts';

/** What can be done with the selected tasks. */
export function SelectionBar({
  tasks,
  onStop,
  onNone,
}: {
  tasks: readonly Task[];
  onStop: () => void;
  onNone: () => void;
}) {
  const count = planStop(tasks).stop.length;
  return (
    <div className="line-below tasks-selection row-wide" role="status">
      <b className="strong tabular">{tasksText.selected(tasks.length)}</b>
      <Button
        disabled={count === 0}
        icon={Square}
        onClick={onStop}
        title={count === 0 ? tasksText.nothingToStop : undefined}
        variant="danger"
      >
        {count === 0 ? tasksText.nothingToStop : tasksText.stopSelected(count)}
      </Button>
      <Button onClick={onNone} variant="ghost">
        {tasksText.selectNone}
      </Button>
    </div>
  );
}
