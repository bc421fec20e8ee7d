import type { RunStatus, Task } from '@countersign/api/task';
import type { UpState } from '@countersign/upformat/message';

/** What a person sees of a task from across the room. */
export const faces = ['need', 'run', 'wait', 'hold', 'fail', 'offer', 'done'] as const;
export type Face = (typeof faces)[number];

export interface Standing {
  runStatus: RunStatus;
  state: UpState | null;
  blocking: number;
  followup: number;
}

/** A question that blocks comes before everything; a run that ended may still have one. */
export function faceOf({ runStatus, state, blocking, followup }: Standing): Face {
  if (blocking > 0) return 'need';
  switch (runStatus) {
    case 'failed':
    case 'lost':
      return 'fail';
    case 'paused':
    case 'held':
      return 'hold';
    case 'starting':
    case 'running':
    case 'stopping':
      return state === 'waiting' ? 'wait' : 'run';
    default:
      return followup > 0 ? 'offer' : 'done';
  }
}

export const faceOfTask = ({ runStatus, state, openPrompts }: Task): Face =>
  faceOf({ runStatus, state, ...openPrompts });
