import type { RunStatus, Task } from '@countersign/api/task';
import type { UpState } from '@countersign/upformat/message';
import { obedienceOf } from './obedience.ts';

/** The state of a task as shown on a tile, readable from a distance. */
export const faces = [
  'need',
  'run',
  'wait',
  'hold',
  'cut',
  'fail',
  'offer',
  'done',
  'off',
] as const;
export type Face = (typeof faces)[number];

export interface StatusInput {
  runStatus: RunStatus;
  state: UpState | null;
  blocking: number;
  followup: number;
  /** The last answer to a blocking question was a rejection. */
  rejected?: true | undefined;
  /** The last blocking question has ended without an answer. */
  unanswered?: true | undefined;
  /** Its agent does not follow a stop or a pause. */
  disobeys?: true | undefined;
  /** It has finished by itself, although it was to stop. */
  ignoredStop?: true | undefined;
}

const mayWait: ReadonlySet<RunStatus> = new Set(['running', 'finished']);

/** The agent says that it waits for a person, and there is nothing to answer. */
export const isUnanswered = ({ runStatus, state, blocking, unanswered }: StatusInput): boolean =>
  unanswered === true && blocking === 0 && state === 'needsHumanDecision' && mayWait.has(runStatus);

/** A question that blocks comes before everything; a run that ended may still have one. */
export function faceOf(input: StatusInput): Face {
  const { runStatus, state, blocking, followup, rejected } = input;
  if (input.disobeys) return 'fail';
  if (blocking > 0) return 'need';
  if (isUnanswered(input)) return 'wait';
  if (input.ignoredStop) return 'fail';
  switch (runStatus) {
    case 'failed':
    case 'lost':
      return 'fail';
    case 'cut-off':
      return 'cut';
    case 'paused':
    case 'held':
      return 'hold';
    case 'starting':
    case 'running':
    case 'stopping':
      return state === 'waiting' ? 'wait' : 'run';
    default:
      if (followup > 0) return 'offer';
      // Called off, by a person or by its agent: it has ended, and is not done.
      if (runStatus === 'stopped' || runStatus === 'cancelled' || state === 'cancelled')
        return 'off';
      // A run can finish normally and its agent still report that the work failed.
      if (state === 'failed') return 'fail';
      // What was rejected is not done, even if its agent reports that it has completed.
      return rejected ? 'off' : 'done';
  }
}

export const statusInputOfTask = ({
  runStatus,
  state,
  openPrompts,
  rejected,
  unanswered,
  controls,
  runId,
}: Task): StatusInput => ({
  runStatus,
  state,
  rejected,
  unanswered,
  ...openPrompts,
  ...obedienceOf(controls, { runId, status: runStatus }),
});

export const faceOfTask = (task: Task): Face => faceOf(statusInputOfTask(task));
