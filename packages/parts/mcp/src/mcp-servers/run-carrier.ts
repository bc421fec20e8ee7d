import { positionIn, type RunPosition } from '@countersign/adapters/mcp-server/position';
import { failed, started } from '@countersign/adapters/mcp-server/run-events';
import type { WireReply, WireRequest } from '@countersign/adapters/protocol/wire';
import { say } from '@countersign/api/statements';
import { type RunAgentInput, runAgentInputSchema } from '@countersign/hai/run-input';
import { memberOf } from '@countersign/json/json-object';
import type { AgentStream } from '@countersign/part-desk/agents/agent-stream';
import type { Line } from '@countersign/part-desk/agents/agent-transport';
import type { Carrier } from '@countersign/part-desk/agents/carrier';
import type { FollowRequest } from '@countersign/part-desk/agents/followed-stream';
import type { KnownAgent } from '@countersign/part-desk/agents/secret-headers';
import { quoted } from '@countersign/server/http/problem';
import { AgentFailure, unreadCode } from '@countersign/server/http/transport-errors';
import { upMessageSchema } from '@countersign/upformat/message';
import { createFrameQueue } from './frame-queue.ts';
import type { ToolRun } from './tool-run.ts';

/** What a run in this server starts from. */
export interface RunOpening {
  input: RunAgentInput;
  /** How far the run was when an earlier server ended; null = it starts now. */
  from: RunPosition | null;
  /** The number of the last frame of the earlier server. */
  lastFrame: number;
  /** To be called when the run has ended. */
  onEnd: () => void;
}

export interface RunCarrierOptions {
  /** Starts the run of a request. `why`: it is none, and the run says so. Rejects with `AgentFailure`. */
  start(follow: FollowRequest, opening: RunOpening): Promise<ToolRun | { why: string }>;
  /** Says what the agent is. */
  describe(agent: KnownAgent, line: Line): Promise<string>;
}

/** Carries runs that take place in this server: each is a call of a tool, whose questions are answered here. */
export function createRunCarrier({ start, describe }: RunCarrierOptions): Carrier {
  const runs = new Map<string, ToolRun>();

  const open = async (follow: FollowRequest): Promise<AgentStream> => {
    const { request, signal } = follow;
    const input = runAgentInputSchema.parse(request.body);
    const { runId } = input;
    const lastId = request.headers['last-event-id'];
    let run: ToolRun | null = null;
    let isOver = false;
    const found = await start(follow, {
      input,
      from: positionAfter(lastId),
      lastFrame: Number(/^mcp:(\d+):/.exec(lastId ?? '')?.[1] ?? 0),
      onEnd() {
        isOver = true;
        // A run that was joined again has replaced the one that was left.
        if (run !== null && runs.get(runId) === run) runs.delete(runId);
      },
    });
    if ('why' in found) return refusedRun(input, found.why);
    run = found;
    if (!isOver) runs.set(runId, run);
    // The run is left: this server is closing, or an operator cut it off.
    signal.addEventListener('abort', run.stream.destroy, { once: true });
    if (signal.aborted) run.stream.destroy();
    return run.stream;
  };

  const call = async (agent: KnownAgent, request: WireRequest, line: Line): Promise<WireReply> => {
    if (request.method === 'GET') return replyOf(200, await describe(agent, line));
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
      return replyOf(400, 'A call takes answers to its questions, and no messages.');
    }
    const { parentMessageId } = message.data;
    if (parentMessageId === undefined) {
      return replyOf(400, 'A call takes answers to its questions, and no messages.');
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
