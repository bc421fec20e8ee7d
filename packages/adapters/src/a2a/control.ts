import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import { memberOf } from '@countersign/json/json-object';
import { say } from '../agent-statements.ts';
import type {
  Addressed,
  ControlAnswer,
  ControlQuestion,
  ReportedStatus,
} from '../protocol/agent-protocol.ts';
import type { Transport } from '../protocol/wire.ts';
import { type Endpoint, endpointOf } from './endpoint.ts';
import { frameContent, type TaskState } from './frames.ts';
import { taskIdOf } from './framing.ts';
import { introduce } from './introduce.ts';
import { cancelRequest, getRequest, refusalIn } from './requests.ts';

type Agent = AgentDescriptor & Addressed;

/** A task beyond this size is not read for its state. */
const maxBytes = 1_000_000;

async function calledAt(agent: Agent, transport: Transport): Promise<Endpoint> {
  const introduction = agent.introduction ?? (await introduce(agent, transport));
  return endpointOf({ ...agent, introduction });
}

/** `tasks/cancel` is stop; A2A has no pause. */
export async function cancelTask(
  agent: Agent,
  { action, lastEventId }: ControlQuestion,
  transport: Transport,
): Promise<ControlAnswer> {
  if (action !== 'stop') return { kind: 'refused', reason: say('control.a2a-stops-only') };
  const taskId = taskIdOf(lastEventId);
  // It will name its task with its next frame.
  if (taskId === null) return { kind: 'later', reason: say('control.a2a-no-task-yet') };
  const reply = await transport.call(cancelRequest(await calledAt(agent, transport), taskId));
  if (reply.status >= 200 && reply.status < 300) {
    const text = await reply.text(maxBytes);
    const refusal = refusalIn(text);
    if (refusal !== null) return { kind: 'refused', reason: refusal };
    return { kind: stateIn(text) === 'canceled' ? 'acknowledged' : 'accepted' };
  }
  const { said } = await reply.failure();
  const isPassing = reply.status >= 500 || reply.status === 429;
  return { kind: isPassing ? 'later' : 'refused', reason: said };
}

const saidStates: Partial<Record<TaskState, ReportedStatus['status']>> = {
  submitted: 'running',
  working: 'running',
  'input-required': 'paused',
  'auth-required': 'paused',
  completed: 'finished',
  failed: 'finished',
  rejected: 'finished',
  canceled: 'stopped',
};

/** Reads the state of a task. */
export async function statusOfTask(
  agent: Agent,
  { lastEventId }: ControlQuestion,
  transport: Transport,
): Promise<ReportedStatus> {
  const taskId = taskIdOf(lastEventId);
  if (taskId === null) throw new Error('The agent never named its task.');
  const reply = await transport.call(getRequest(await calledAt(agent, transport), taskId));
  if (reply.status < 200 || reply.status > 299) throw await reply.failure();
  const text = await reply.text(maxBytes);
  const refusal = refusalIn(text);
  if (refusal !== null) throw new Error(refusal);
  const state = stateIn(text);
  if (state === null) throw new Error('It did not say the state of the task.');
  return { status: saidStates[state] ?? null, detail: state };
}

function stateIn(text: string): TaskState | null {
  try {
    const value: unknown = JSON.parse(text);
    const news = frameContent(value) ?? frameContent(memberOf(value, 'result'));
    return news?.kind === 'task' ? news.status.state : null;
  } catch {
    return null;
  }
}
