import { positionIn, type RunPosition } from '@countersign/adapters/mcp-server/position';
import { failed, started } from '@countersign/adapters/mcp-server/run-events';
import { toolsIn } from '@countersign/adapters/mcp-server/tool';
import { calledBy } from '@countersign/adapters/mcp-server/tool-call';
import type { WireReply, WireRequest } from '@countersign/adapters/protocol/wire';
import { say } from '@countersign/api/statements';
import { type RunAgentInput, runAgentInputSchema } from '@countersign/hai/run-input';
import { memberOf } from '@countersign/json/json-object';
import { upMessageSchema } from '@countersign/upformat/message';
import type { AgentStream } from '../agents/agent-stream.ts';
import type { Line } from '../agents/agent-transport.ts';
import type { Carrier } from '../agents/carrier.ts';
import type { FollowRequest } from '../agents/followed-stream.ts';
import type { KnownAgent } from '../agents/secret-headers.ts';
import { quoted } from '../http/problem.ts';
import { AgentFailure, unreadCode } from '../http/transport-errors.ts';
import type { Clock } from '../runtime/clock.ts';
import { type CommandLog, connectMcp, listingOf } from './connect.ts';
import { createFrameQueue } from './frame-queue.ts';
import type { SamplingModel } from './model.ts';
import { startToolRun, type ToolRun } from './tool-run.ts';

export interface McpCarrierOptions {
  clock: Clock;
  model: SamplingModel | null;
  /** Receives what the programs of commands write to their standard error; null = commands are not started. */
  commands: CommandLog | null;
}

/** Carries calls of tools to MCP servers: each run has a session of its own, so that what a server asks belongs to one call. */
export function createMcpCarrier({ clock, model, commands }: McpCarrierOptions): Carrier {
  const runs = new Map<string, ToolRun>();

  const open = async ({
    agent,
    request,
    signal,
    answerMs,
  }: FollowRequest): Promise<AgentStream> => {
    const input = runAgentInputSchema.parse(request.body);
    const { threadId, runId } = input;
    const call = calledBy(input);
    if ('why' in call) return refusedRun(input, call.why);
    const lastId = request.headers['last-event-id'];
    const from = positionAfter(lastId);
    const connect = (during: AbortSignal, goOn?: string) =>
      connectMcp({ agent, clock, commands, signal: during, answerMs, goOn });
    const link = await connect(signal);
    const listing = await listingOf(link, answerMs).finally(link.close);
    const tool = toolsIn(listing['tools']).find(({ name }) => name === call.tool);
    if (tool === undefined) return refusedRun(input, `${agent.name} has no tool ${call.tool}.`);
    const run = startToolRun({
      ...{ place: { threadId, runId }, agent, clock, model, call, tool, from, connect },
      lastFrame: Number(/^mcp:(\d+):/.exec(lastId ?? '')?.[1] ?? 0),
      onEnd() {
        // A run that was joined again has replaced the one that was left.
        if (runs.get(runId) === run) runs.delete(runId);
      },
    });
    runs.set(runId, run);
    // The run is left: this server is closing, or an operator cut it off.
    signal.addEventListener('abort', run.stream.destroy, { once: true });
    if (signal.aborted) run.stream.destroy();
    return run.stream;
  };

  const call = async (agent: KnownAgent, request: WireRequest, line: Line): Promise<WireReply> => {
    if (request.method === 'GET') {
      const link = await connectMcp({ ...line, agent, commands, answerMs: line.timeoutMs });
      return replyOf(
        200,
        JSON.stringify(await listingOf(link, line.timeoutMs).finally(link.close)),
      );
    }
    const stop = memberOf(memberOf(request.body, 'stop'), 'runId');
    if (typeof stop === 'string') {
      const run = runs.get(stop);
      run?.stop();
      return run === undefined ? notJoined : replyOf(200, '{}');
    }
    const answer = memberOf(request.body, 'answer');
    const message = upMessageSchema.safeParse(memberOf(answer, 'message'));
    const [id, runId] = [memberOf(answer, 'id'), memberOf(answer, 'runId')];
    if (typeof id !== 'string' || typeof runId !== 'string' || !message.success) {
      return replyOf(400, 'An MCP server takes answers to its questions, and no messages.');
    }
    const { parentMessageId } = message.data;
    if (parentMessageId === undefined) {
      return replyOf(400, 'An MCP server takes answers to its questions, and no messages.');
    }
    const run = runs.get(runId);
    if (run === undefined) return notJoined;
    const taken = await inTime(run.answer(id, message.data), line);
    if (taken === null || taken === 'unread') throw new AgentFailure(unreadCode, unreadWords);
    return taken === 'taken'
      ? replyOf(200, '{}')
      : replyOf(410, 'The call does not wait for this answer any more.');
  };

  return {
    open,
    transport: (agent, line) => ({ call: (request) => call(agent, request, line) }),
  };
}

/** Null = nothing is stored of the run, so its tool has not been called. */
function positionAfter(lastId: string | undefined): RunPosition | null {
  if (lastId === undefined || lastId === '0') return null;
  // It cannot be read: the tool may have been called.
  return positionIn(lastId) ?? { at: 'calling', asks: [] };
}

/** Null = not in the time of the line. */
async function inTime<Value>(
  work: Promise<Value>,
  { signal, timeoutMs, clock }: Line,
): Promise<Value | null> {
  let giveUp = () => {};
  const late = new Promise<null>((resolve) => {
    giveUp = () => resolve(null);
  });
  const cancel = clock.schedule(giveUp, timeoutMs);
  signal.addEventListener('abort', giveUp, { once: true });
  if (signal.aborted) giveUp();
  try {
    return await Promise.race([work, late]);
  } finally {
    cancel();
    signal.removeEventListener('abort', giveUp);
  }
}

const unreadWords = say('call.taken-unread');

/** A run that only says why it does nothing. */
function refusedRun({ threadId, runId }: RunAgentInput, why: string): AgentStream {
  const queue = createFrameQueue(0, () => {});
  const place = { threadId, runId };
  queue.push([...started(place), ...failed(place, 'no-call', why)], { at: 'approval' });
  queue.end();
  return queue.stream;
}

const replyOf = (status: number, text: string): WireReply => ({
  status,
  text: async (maxBytes) => text.slice(0, maxBytes),
  refusal: async () => text,
  failure: async () => new AgentFailure(`http-${status}`, quoted(text), status),
  discard() {},
});

/** After a restart, until the run has been joined again. */
const notJoined = replyOf(503, 'The call is not joined yet.');
