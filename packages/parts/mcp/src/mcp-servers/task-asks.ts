import type { RunPosition, TaskAsk } from '@countersign/adapters/mcp-server/position';
import type { JsonObject } from '@countersign/json/json-object';

/** The requests of a server that are open in a call. When the call is a task, they are part of its position. */
export interface TaskAsks {
  /** The call is a task from now on; `given`: those of an earlier server of ours. */
  begin(task: { taskId: string; session: string | null }, given: readonly TaskAsk[]): void;
  /** Whether the call has become a task. */
  isTask(): boolean;
  asked(ask: TaskAsk): void;
  /** Before the answer of the person is acknowledged. */
  answered(id: string, response: JsonObject): void;
  /** The server has the response, or does not want it. */
  done(id: string): void;
}

export function createTaskAsks(move: (to: RunPosition) => void): TaskAsks {
  let asks: readonly TaskAsk[] = [];
  let task: { taskId: string; session: string | null } | null = null;
  const keep = (changed: readonly TaskAsk[]) => {
    asks = changed;
    if (task !== null) move({ at: 'task', ...task, asks: [...asks] });
  };
  return {
    begin(begun, given) {
      task = begun;
      keep([...given, ...asks]);
    },
    isTask: () => task !== null,
    asked: (ask) => keep([...asks, ask]),
    answered: (id, response) =>
      keep(asks.map((ask) => (ask.id === id ? { ...ask, response } : ask))),
    done: (id) => keep(asks.filter((ask) => ask.id !== id)),
  };
}
