import { controlReplySchema, type RunControlStatus } from '@countersign/hai/agent-descriptor';
import { headersTo, type KnownAgent, withheldWords } from '../agents/secret-headers.ts';
import { discardBody, failureOfReply, postToAgent, readText } from '../agents/transport.ts';
import type { Clock } from '../runtime/clock.ts';
import { stopCopilotRun } from './copilotkit.ts';
import { langGraphStatus, stopLangGraphRun } from './langgraph.ts';

/** What an agent is asked, and on whose behalf. */
export interface ControlQuestion {
  id: string;
  taskId: string;
  runId: string;
  action: 'pause' | 'resume' | 'stop' | 'status';
  reason: string | null;
  by: string;
}

/** An agent that can be asked: its control is described. */
export type ControlledAgent = KnownAgent & {
  control: NonNullable<KnownAgent['control']>;
};

export const isControlled = (agent: KnownAgent | null): agent is ControlledAgent =>
  agent?.control !== undefined;

export interface Line {
  signal: AbortSignal;
  timeoutMs: number;
  clock: Clock;
}

/**
 * What became of a request. `heard`: its endpoint took it, its stream says the rest. `acknowledged`: it says that it does it.
 * `refused`: it will not, ever. `later`: not now.
 */
export type ControlAnswer =
  | { kind: 'heard' | 'acknowledged' }
  | { kind: 'refused' | 'later'; reason: string };

export interface SaidStatus {
  status: RunControlStatus | null;
  /** In the agent's own words, where they say more. */
  detail: string | null;
}

const headersOf = (agent: ControlledAgent): Record<string, string> => ({
  accept: 'application/json',
  ...headersTo(agent, agent.control.url),
});

const haiBody = (question: ControlQuestion) => ({
  threadId: question.taskId,
  runId: question.runId,
  action: question.action,
  ...(question.reason === null ? {} : { reason: question.reason }),
  operator: question.by,
  idempotencyKey: question.id,
});

/** Asks an agent to pause, resume or stop, in the way it knows. Rejects with `AgentFailure` when it cannot be reached. */
export async function askAgent(
  agent: ControlledAgent,
  question: ControlQuestion,
  line: Line,
): Promise<ControlAnswer> {
  const base = { url: agent.control.url, headers: headersOf(agent), ...line };
  if (agent.control.template === 'langgraph') return stopLangGraphRun(base, question.taskId);
  if (agent.control.template === 'copilotkit') return stopCopilotRun(base, agent.url, question);
  const response = await postToAgent({
    ...base,
    headers: { ...base.headers, 'idempotency-key': question.id },
    body: haiBody(question),
  });
  const status = response.statusCode ?? 0;
  if (status >= 200 && status < 300) {
    discardBody(response, line.clock);
    return { kind: 'heard' };
  }
  const { message } = await failureOfReply(response, base);
  const reason = withheldWords(agent, agent.control.url, status) || message;
  return { kind: status >= 500 ? 'later' : 'refused', reason };
}

/** Asks an agent what its run is doing. Rejects with `AgentFailure` when it does not say. */
export async function askStatus(
  agent: ControlledAgent,
  question: ControlQuestion,
  line: Line,
): Promise<SaidStatus> {
  const base = { url: agent.control.url, headers: headersOf(agent), ...line };
  if (agent.control.template === 'langgraph') return langGraphStatus(base, question.taskId);
  const response = await postToAgent({ ...base, body: haiBody(question) });
  if ((response.statusCode ?? 0) >= 300) throw await failureOfReply(response, base);
  const text = await readText(response, 16_000);
  const reply = controlReplySchema.safeParse(jsonOf(text));
  if (reply.success) return { status: reply.data.status, detail: null };
  return { status: null, detail: text.replaceAll(/\s+/g, ' ').trim().slice(0, 300) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
