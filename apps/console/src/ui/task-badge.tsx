import type { Task } from '@countersign/api/task';
import { RunBadge, StateBadge } from './state-badge.tsx';
import { faceOfTask } from './task-face.ts';

/** The one state of a task that a person needs first. */
export function TaskBadge({ task }: { task: Task }) {
  switch (faceOfTask(task)) {
    case 'need':
      return <StateBadge state="needsHumanDecision" />;
    case 'offer':
      return <StateBadge state="followup" />;
    case 'wait':
      return <StateBadge state="waiting" />;
    case 'fail':
      if (task.runStatus === 'finished') return <StateBadge state="failed" />;
      return <RunBadge status={task.runStatus} />;
    default:
      return <RunBadge status={task.runStatus} />;
  }
}
