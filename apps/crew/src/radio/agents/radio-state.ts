import type { RunContext } from '@countersign/agent/run-context';

/** A step of the work as it is displayed. */
export interface WorkflowItem {
  id: string;
  name: string;
  agent: string;
  status: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
}

/** The document that the radio agents share with the console. */
export interface RadioState {
  workflowItems?: WorkflowItem[];
  incident?: { cell: string; before: number; now: number; unit: string };
  cause?: { kind: string; confidence: number; site: string | null };
  plan?: { cell: string; now: number; proposed: number; status: string }[];
  kpis?: { cell: string; before: number; broken: number; after: number | null }[];
}

export function changeRadio(
  context: RunContext,
  change: (state: RadioState) => void,
): Promise<void> {
  return context.state.update((draft) => {
    if (typeof draft === 'object' && draft !== null) change(draft);
  });
}

/** Sets the status of one item. */
export function mark(
  context: RunContext,
  id: string,
  status: WorkflowItem['status'],
): Promise<void> {
  return changeRadio(context, (state) => {
    for (const item of state.workflowItems ?? []) if (item.id === id) item.status = status;
  });
}
