import type { RunContext } from '@countersign/agent/run-context';
import type { Intent } from './intents.ts';
import type { Pose } from './pose.ts';

/** The steps as they are displayed. */
export const stepIds = ['goal', 'formal', 'move', 'tell'] as const;
export type StepId = (typeof stepIds)[number];
type StepStatus = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

/** The document that the task shows. */
interface RobotState {
  workflowItems?: { id: StepId; name: string; agent: string; status: StepStatus }[];
  goal?: string;
  formalGoal?: string;
  /** What the environment recommended for each context, and what was chosen. */
  followed?: { intent: Intent; chosen: string; recommended: string[] }[];
  pose?: Pick<Pose, 'state' | 'reach' | 'bearing'>;
}

export function changeRobot(
  context: RunContext,
  change: (state: RobotState) => void,
): Promise<void> {
  return context.state.update((draft) => {
    if (typeof draft === 'object' && draft !== null) change(draft);
  });
}

/** Sets the status of a step. */
export const mark = (context: RunContext, id: StepId, status: StepStatus): Promise<void> =>
  changeRobot(context, (state) => {
    for (const item of state.workflowItems ?? []) if (item.id === id) item.status = status;
  });
