import {
  type AgentDescriptor,
  type ControlAction,
  controlReplySchema,
} from '@countersign/hai/agent-descriptor';
import type {
  AgentProtocol,
  ControlAnswer,
  ControlQuestion,
  ReportedStatus,
} from '../protocol/agent-protocol.ts';
import type { Transport, WireReply, WireRequest } from '../protocol/wire.ts';
import { runControlMethod } from './run-controls.ts';

/** Control and feedback by an agent's descriptor (docs/protocol/control.md), for every protocol without its own. */
export const describedControl: Pick<
  AgentProtocol,
  'capabilities' | 'answer' | 'control' | 'status'
> = {
  capabilities: (agent) => ({
    actions: [...actionsOf(agent)],
    answers: agent.feedback !== undefined,
  }),
  answer: (agent, { threadId, runId, id, message }) =>
    agent.feedback === undefined
      ? null
      : {
          method: 'POST',
          url: agent.feedback.url,
          headers: { accept: 'application/json', 'idempotency-key': id },
          body: { threadId, runId, message, idempotencyKey: id },
        },
  control: askControl,
  status: askStatus,
};

/** No actions for a template that is not known here. */
function actionsOf({ control }: AgentDescriptor): readonly ControlAction[] {
  if (control?.template === undefined) return control?.actions ?? [];
  return runControlMethod(control.template)?.description.actions ?? [];
}

type Control = NonNullable<AgentDescriptor['control']>;

function controlOf(agent: AgentDescriptor): Control {
  if (agent.control === undefined) throw new Error('The agent cannot be controlled.');
  return agent.control;
}

const requestOf = ({ url }: Control, question: ControlQuestion): WireRequest => ({
  method: 'POST',
  url,
  headers: { accept: 'application/json' },
  body: {
    threadId: question.threadId,
    runId: question.runId,
    action: question.action,
    ...(question.reason === null ? {} : { reason: question.reason }),
    operator: question.by,
    idempotencyKey: question.id,
  },
});

async function askControl(
  agent: AgentDescriptor,
  question: ControlQuestion,
  transport: Transport,
): Promise<ControlAnswer> {
  const control = controlOf(agent);
  const way = runControlMethod(control.template);
  if (way !== undefined) return way.control(agent, question, { url: control.url, transport });
  const request = requestOf(control, question);
  const headers = { ...request.headers, 'idempotency-key': question.id };
  const reply = await transport.call({ ...request, headers });
  if (reply.status >= 200 && reply.status < 300) {
    const stops = question.action === 'stop' && isStopping((await readReply(reply)).status);
    return { kind: stops ? 'acknowledged' : 'accepted' };
  }
  const { said } = await reply.failure();
  return { kind: reply.status >= 500 ? 'later' : 'refused', reason: said };
}

async function askStatus(
  agent: AgentDescriptor,
  question: ControlQuestion,
  transport: Transport,
): Promise<ReportedStatus> {
  const control = controlOf(agent);
  const asked = runControlMethod(control.template)?.status?.(question, {
    url: control.url,
    transport,
  });
  if (asked !== undefined) return asked;
  const reply = await transport.call(requestOf(control, question));
  if (reply.status >= 300) throw await reply.failure();
  const { text, status } = await readReply(reply);
  if (status !== null) return { status, detail: null };
  return { status: null, detail: text.replaceAll(/\s+/g, ' ').trim().slice(0, 300) };
}

const isStopping = (status: ReportedStatus['status']): boolean =>
  status === 'stopping' || status === 'stopped';

async function readReply(
  reply: WireReply,
): Promise<{ text: string; status: ReportedStatus['status'] }> {
  const text = await reply.text(16_000);
  const said = controlReplySchema.safeParse(jsonOf(text));
  return { text, status: said.success ? said.data.status : null };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
