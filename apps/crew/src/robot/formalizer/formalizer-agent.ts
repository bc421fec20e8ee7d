import { guard } from '@countersign/agent/guard';
import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { z } from 'zod';
import type { Chat } from '../../model/chat.ts';
import { ModelError } from '../../model/chat.ts';
import { robotTextFor } from '../../words/robot-text.ts';
import { writeFormalGoal } from '../formal-goal.ts';
import { formalizeByModel } from './formalize-by-model.ts';
import { formalizerCard } from './formalizer-card.ts';
import { readGoal } from './read-goal.ts';

type Formalized =
  | {
      ok: true;
      /** Movements one after the other, as `move(10); rotate(90)`. */
      formalGoal: string;
      /** `rules`: without the model, or against it. `both`: they agree. `model`: the rules know all amounts, but not the words. */
      readBy: 'rules' | 'both' | 'model';
      /** What to know about it, in the language of the goal; null = nothing. */
      note: string | null;
    }
  | { ok: false; reason: string };

/** A goal in the formal language of the arm, or why that is not possible, in the language of the goal. */
async function formalize(
  goal: string,
  chat: Chat | null,
  signal: AbortSignal,
): Promise<Formalized> {
  const words = robotTextFor(/\p{Script=Han}/u.test(goal) ? 'zh-CN' : 'en').formalizer;
  const read = readGoal(goal);
  const byRules = (note: string | null): Formalized =>
    read.ok
      ? { ok: true, formalGoal: writeFormalGoal(read.movements), readBy: 'rules', note }
      : { ok: false, reason: words.unread[read.reason](read.clause) };
  if (chat === null) return byRules(null);
  try {
    const { verdict, movements } = await formalizeByModel(chat, { goal, read }, signal);
    if (movements === null) return byRules(verdict === 'differs' ? words.modelDiffers : null);
    const formalGoal = writeFormalGoal(movements);
    return verdict === 'agrees'
      ? { ok: true, formalGoal, readBy: 'both', note: null }
      : { ok: true, formalGoal, readBy: 'model', note: words.byModelOnly };
  } catch (error) {
    // Without its model the formalizer works as if it had none.
    if (!(error instanceof ModelError)) throw error;
    return byRules(words.modelAway);
  }
}

/** Versions of A2A whose methods and words it knows. */
type Version = '1.0' | '0.3';

const methods: Readonly<Record<string, { version: Version; does: 'send' | 'get' }>> = {
  SendMessage: { version: '1.0', does: 'send' },
  GetTask: { version: '1.0', does: 'get' },
  'message/send': { version: '0.3', does: 'send' },
  'tasks/get': { version: '0.3', does: 'get' },
};

const requestSchema = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]),
  method: z.string(),
  params: z.looseObject({}).default({}),
});
const messageSchema = z.looseObject({
  messageId: z.string().min(1),
  contextId: z.string().min(1).optional(),
  parts: z.array(z.looseObject({ text: z.string().optional() })).min(1),
});

/** A finished task; it is written in the words of the version that asks. */
interface Task {
  id: string;
  contextId: string;
  at: number;
  outcome: Formalized;
}

const maxGoalChars = 2_000;
/** A body is a goal and its envelope. */
const maxBodyChars = 20_000;
/** A client may ask for a task again that it has sent. */
const keptTasks = 200;

class RpcError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * The formalizer as an A2A agent over JSON-RPC: one message, one finished task.
 *
 * @param parts `chat` null = goals are read by rules alone.
 */
export function createFormalizer({ chat }: { chat: Chat | null }) {
  const tasks = new Map<string, Task>();

  const send = async (params: JsonObject, signal: AbortSignal): Promise<Task> => {
    const message = messageSchema.safeParse(params['message']);
    if (!message.success) throw new RpcError(-32_602, z.prettifyError(message.error));
    const goal = message.data.parts
      .map(({ text = '' }) => text)
      .join('\n')
      .trim();
    if (goal.length > maxGoalChars) {
      throw new RpcError(-32_602, `A goal has at most ${maxGoalChars} characters.`);
    }
    const outcome = await formalize(goal, chat, signal);
    const contextId = message.data.contextId ?? crypto.randomUUID();
    const task: Task = { id: crypto.randomUUID(), contextId, at: Date.now(), outcome };
    tasks.set(task.id, task);
    const [oldest] = tasks.keys();
    if (tasks.size > keptTasks && oldest !== undefined) tasks.delete(oldest);
    return task;
  };

  const answer = async (body: unknown, signal: AbortSignal): Promise<JsonObject> => {
    const parsed = requestSchema.safeParse(body);
    if (!parsed.success) throw new RpcError(-32_600, 'This is no request of JSON-RPC.');
    const { method, params } = parsed.data;
    const known = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (known === undefined) throw new RpcError(-32_601, `There is no method ${method}.`);
    if (known.does === 'send') {
      const task = taskIn(known.version, await send(params, signal));
      return known.version === '1.0' ? { task } : task;
    }
    const task = tasks.get(String(params['id']));
    if (task === undefined) throw new RpcError(-32_001, 'There is no such task.');
    return taskIn(known.version, task);
  };

  const call = async (request: Request): Promise<Response> => {
    const text = await request.text();
    const body = text.length > maxBodyChars ? null : parsed(text);
    const id = memberOf(body, 'id');
    const envelope = { jsonrpc: '2.0', id: typeof id === 'object' ? null : (id ?? null) };
    try {
      if (!isObject(body)) throw new RpcError(-32_700, 'The body is not JSON, or too long.');
      return Response.json({ ...envelope, result: await answer(body, request.signal) });
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      const { code, message } = error;
      return Response.json({ ...envelope, error: { code, message } });
    }
  };

  return {
    async fetch(request: Request): Promise<Response> {
      const refused = guard(request, []);
      if (refused !== null) return refused;
      const { pathname, origin } = new URL(request.url);
      if (request.method === 'GET' && pathname === '/.well-known/agent-card.json') {
        return Response.json(formalizerCard(origin));
      }
      if (pathname !== '/') return new Response('', { status: 404 });
      if (request.method !== 'POST') return new Response('', { status: 405 });
      return call(request);
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A task in the words of a version: what was read is its artifact; what could not be read is rejected with the reason. */
function taskIn(version: Version, { id, contextId, at, outcome }: Task): JsonObject {
  const isNew = version === '1.0';
  const part = (text: string) => (isNew ? { text } : { kind: 'text', text });
  const state = outcome.ok ? 'completed' : 'rejected';
  const said = outcome.ok ? outcome.note : outcome.reason;
  const message = {
    messageId: `${id}-said`,
    role: isNew ? 'ROLE_AGENT' : 'agent',
    parts: [part(said ?? '')],
    ...(isNew ? {} : { kind: 'message' }),
  };
  return {
    ...(isNew ? {} : { kind: 'task' }),
    ...{ id, contextId },
    status: {
      state: isNew ? `TASK_STATE_${state.toUpperCase()}` : state,
      timestamp: new Date(at).toISOString(),
      ...(said === null ? {} : { message }),
    },
    ...(outcome.ok
      ? {
          artifacts: [
            {
              artifactId: 'formal-goal',
              name: 'formal goal',
              parts: [part(outcome.formalGoal)],
              metadata: { readBy: outcome.readBy },
            },
          ],
        }
      : {}),
  };
}
