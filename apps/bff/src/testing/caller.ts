import type { JsonObject } from '@countersign/json/json-object';
import type { EnvironmentRoom } from './environment-room.ts';

/** An agent that calls signifiers of a room, with a profile of its own. */
export type Caller = Awaited<ReturnType<typeof openCaller>>;

/** `token`: of an MCP client that exists already; otherwise it is a new one with this name. */
export async function openCaller(room: EnvironmentRoom, name = 'Executor', known?: string) {
  const profile = name.toLowerCase();
  const token = known ?? (await room.token(name));
  const agent = await room.connect('/mcp/environment', token);
  await room.call(agent, 'register_profile', { profile_id: profile, context: 'work' });
  const invoke = (signifier: string, more: JsonObject = {}) =>
    room.call(agent, 'invoke_signifier', { profile_id: profile, signifier, ...more });
  const move = (more: JsonObject = {}) =>
    invoke('arm_utcp_operation', { arguments: 'move(10)', ...more });
  return {
    token,
    agent,
    invoke,
    move,
    /** Begins a call that asks, and returns its question. */
    async begun(more: JsonObject = {}, begin = move) {
      const call = await begin({ wait_seconds: 0, ...more });
      if (call['state'] !== 'waiting') throw new Error(`not waiting: ${JSON.stringify(call)}`);
      const id = String(call['call_id']);
      return { id, prompt: await room.harness().untilPrompt(id, 'open') };
    },
    outcome: (id: string) => room.call(agent, 'get_call', { call_id: id }),
    /** Begins a task of its own: it asks something in it. */
    async ownTask(task: string) {
      const client = await room.connect('/mcp', token);
      const asking = client.callTool({
        name: 'ask_human',
        arguments: { message: `May I begin with ${task}?`, task },
      });
      asking.catch(() => {});
      return (await room.asked()).taskId;
    },
  };
}

/** What the arm was asked to do, in order. */
export const operationsOf = ({ robot }: EnvironmentRoom) =>
  robot.received.filter(({ line }) => line.endsWith(' /operation')).map(({ body }) => body);
