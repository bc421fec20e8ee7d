import { tasksText } from '../../text/texts.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** No row to show: because of the filter, or because there is no task yet. */
export function NoTasks({
  all,
  onClear,
  onStart,
}: {
  all: number;
  onClear: () => void;
  onStart: (() => void) | null;
}) {
  if (all > 0) {
    return (
      <EmptyState
        action={<Button onClick={onClear}>{tasksText.clear}</Button>}
        title={tasksText.noMatch}
      >
        {tasksText.noMatchDetail(all)}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      action={onStart ? <Button onClick={onStart}>{tasksText.start}</Button> : undefined}
      title={tasksText.none}
    >
      {tasksText.noneDetail}
    </EmptyState>
  );
}
