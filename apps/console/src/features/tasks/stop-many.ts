import type { Task } from '@countersign/api/task';
import { controllable, refusal } from '../../live/control-request.ts';

export interface StopPlan {
  /** Tasks that can be stopped now. */
  stop: readonly Task[];
  /** Of these: their agent cannot stop, the server closes its stream. */
  closed: number;
  /** Tasks that have ended or are stopping already. */
  left: readonly Task[];
}

/** What stopping these tasks would do. */
export function planStop(tasks: readonly Task[]): StopPlan {
  const stop = tasks.filter(
    (task) => task.runStatus !== 'stopping' && refusal('stop', controllable(task)) === null,
  );
  const chosen = new Set(stop.map(({ id }) => id));
  return {
    stop,
    closed: stop.filter(({ can }) => can.stop === 'close').length,
    left: tasks.filter(({ id }) => !chosen.has(id)),
  };
}
