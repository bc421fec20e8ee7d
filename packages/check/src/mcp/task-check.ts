import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { timeout } from '../body-reader.ts';
import type { Notebook } from '../finding.ts';
import { seen } from '../statements.ts';
import type { Target } from '../target.ts';
import type { AskedOfClient } from './asked.ts';
import type { Answer, McpSession } from './session.ts';

const statuses: ReadonlySet<unknown> = new Set([
  ...['working', 'input_required', 'completed', 'failed', 'cancelled'],
]);
const ended: ReadonlySet<unknown> = new Set(['completed', 'failed', 'cancelled']);
const pollMs = 250;
const ttlMs = 60_000;

/** Calls a tool as a task, and follows it to its result; null = there is none. */
export async function checkTask(
  target: Target,
  session: McpSession,
  { call, asked }: { call: JsonObject; asked: AskedOfClient },
  note: Notebook,
): Promise<Answer | null> {
  const begun = await session.request('tools/call', { ...call, task: { ttl: ttlMs } });
  const task = begun.result?.['task'];
  const taskId = memberOf(task, 'taskId');
  if (typeof taskId !== 'string') {
    note.fail('mcp.task-states', seen('check.seen.no-mcp-task'));
    return null;
  }
  const states: unknown[] = [memberOf(task, 'status')];
  const isEnded = () => ended.has(states.at(-1));
  const deadline = Date.now() + target.patienceMs;
  let result: Promise<Answer> | null = null;
  while (!isEnded() && Date.now() < deadline) {
    await timeout(pollMs).done;
    const { result: read } = await session.request('tasks/get', { taskId });
    if (!isObject(read)) break;
    states.push(read['status']);
    // What it asks comes with the request for its result.
    if (states.at(-1) === 'input_required') {
      result ??= session.request('tasks/result', { taskId }, { onMessage: asked.take });
    }
  }
  const odd = states.find((state) => !statuses.has(state));
  note.expect(
    'mcp.task-states',
    odd === undefined ? null : seen('check.seen.odd-state', { state: String(odd).slice(0, 60) }),
  );
  const seconds = target.patienceMs / 1_000;
  note.expect('mcp.task-ends', isEnded() ? null : seen('check.seen.call-silent', { seconds }));
  if (!isEnded()) return null;
  return result ?? session.request('tasks/result', { taskId }, { onMessage: asked.take });
}
