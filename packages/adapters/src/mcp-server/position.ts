import { isObject, type JsonObject } from '@countersign/json/json-object';
import { objectsIn } from '../a2a/values.ts';

/** A request of the server that a person answers, in a result that asks for input (revision 2026-07-28). */
export interface OpenInput {
  /** As the server named it. */
  key: string;
  request: JsonObject;
  /** The result, once a person has answered. */
  response?: JsonObject;
  /** A person let a model answer; its answer has not been seen yet. */
  approved?: true;
}

/** A request that a server made while it worked on a task: it can be answered after a restart, in the same session. */
export interface TaskAsk {
  /** The id of the question. */
  id: string;
  /** The id of the request in JSON-RPC. */
  requestId: string | number;
  request: JsonObject;
  /** What is sent to the server, once a person has answered: a member `result` or `error`. */
  response?: JsonObject;
}

/**
 * How far a run has come: stored as the id of its last frame. What is needed to continue after a restart is in it.
 * `approval`: nothing has been sent. `calling`: the session with the server is needed. `input`: the server waits for nothing but
 * the answers, and may be called again with them. `task`: the server works on its own; the result is fetched, in the same session.
 */
export type RunPosition =
  | { at: 'approval' }
  | { at: 'calling'; asks: string[] }
  | { at: 'input'; round: number; arguments: JsonObject; state: string | null; inputs: OpenInput[] }
  | { at: 'task'; taskId: string; session: string | null; asks: TaskAsk[] };

/** Beyond this size (characters) a position is not stored with what continuing needs: the call is then lost with this server. */
const maxChars = 200_000;

const prefix = 'mcp:';

/** `number` makes the id unique. */
export function frameIdOf(number: number, position: RunPosition): string {
  const whole = `${prefix}${number}:${JSON.stringify(position)}`;
  if (whole.length <= maxChars) return whole;
  return `${prefix}${number}:${JSON.stringify({ at: 'calling', asks: [] })}`;
}

/** Null = it is no position. */
export function positionIn(frameId: string): RunPosition | null {
  const [, text] = /^mcp:\d+:(.*)$/s.exec(frameId) ?? [];
  if (text === undefined) return null;
  try {
    return read(JSON.parse(text));
  } catch {
    return null;
  }
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function read(value: unknown): RunPosition | null {
  if (!isObject(value)) return null;
  const { at, round, taskId, state } = value;
  if (at === 'approval') return { at };
  if (at === 'calling') return { at, asks: texts(value['asks']) };
  if (at === 'task' && typeof taskId === 'string') {
    const asks = objectsIn(value['asks']).flatMap(askIn);
    return { at, taskId, session: textOrNull(value['session']), asks };
  }
  if (at !== 'input' || typeof round !== 'number') return null;
  const inputs = objectsIn(value['inputs']).flatMap(inputIn);
  const args = value['arguments'];
  return { at, round, arguments: isObject(args) ? args : {}, state: textOrNull(state), inputs };
}

function askIn({ id, requestId, request, response }: JsonObject): TaskAsk[] {
  const isId = typeof requestId === 'string' || typeof requestId === 'number';
  if (typeof id !== 'string' || !isId || !isObject(request)) return [];
  return [{ id, requestId, request, ...(isObject(response) ? { response } : {}) }];
}

function inputIn({ key, request, response, approved }: JsonObject): OpenInput[] {
  if (typeof key !== 'string' || !isObject(request)) return [];
  return [
    {
      key,
      request,
      ...(isObject(response) ? { response } : {}),
      ...(approved === true ? { approved } : {}),
    },
  ];
}
