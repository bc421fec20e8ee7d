import type { Control } from '@countersign/api/task';
import type { WrittenStatement } from '@countersign/json/statement';
import type { Journal } from '../journal/journal.ts';
import { contact } from '../runs/run-operations.ts';
import { type StepControlInput, stepControl } from './control-operations.ts';

/** Journals the progress of a control. */
export interface ControlLog {
  step(control: Control, to: Exclude<StepControlInput['to'], 'failed' | 'settled'>): Promise<void>;
  failed(control: Control, failure: WrittenStatement): Promise<void>;
  /** The server itself stops or resumes reading. */
  settled(control: Control, agentId: string, runStatus: 'held' | 'running'): Promise<void>;
}

export function createControlLog(journal: Journal): ControlLog {
  const step = async (
    { id: controlId }: Control,
    to: StepControlInput['to'],
    more: Partial<Pick<StepControlInput, 'failure' | 'runStatus'>> = {},
  ) => {
    await journal.commit(stepControl, { controlId, to, failure: null, runStatus: null, ...more });
  };
  return {
    step,
    failed: (control, failure) => step(control, 'failed', { failure }),
    async settled(control, agentId, runStatus) {
      const { taskId: threadId, runId } = control;
      const change = runStatus === 'held' ? 'held' : 'released';
      const fact = { change, threadId, runId, agentId, detail: null } as const;
      await journal.commit(contact, { fact, resumable: null });
      await step(control, 'settled', { runStatus });
    },
  };
}
