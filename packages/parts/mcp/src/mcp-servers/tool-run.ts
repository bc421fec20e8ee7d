import { type Approval, approvalOf } from '@countersign/adapters/mcp-server/answer';
import { toolResultIn } from '@countersign/adapters/mcp-server/content';
import type { RunPosition } from '@countersign/adapters/mcp-server/position';
import { approvalQuestion, type McpQuestion } from '@countersign/adapters/mcp-server/question';
import type { CallRisk } from '@countersign/adapters/mcp-server/risk';
import {
  called,
  callFailed,
  failed,
  finished,
  messageEvents,
  type RunPlaceIds,
  resulted,
  started,
  stopped,
  withdrawn,
} from '@countersign/adapters/mcp-server/run-events';
import type { McpTool } from '@countersign/adapters/mcp-server/tool';
import type { ToolCall } from '@countersign/adapters/mcp-server/tool-call';
import { say } from '@countersign/api/statements';
import type { HaiEvent } from '@countersign/hai/event';
import type { JsonObject } from '@countersign/json/json-object';
import type { AgentStream } from '@countersign/part-desk/agents/agent-stream';
import type { KnownAgent } from '@countersign/part-desk/agents/secret-headers';
import { describeFailure } from '@countersign/server/http/transport-errors';
import type { SamplingModel } from '@countersign/server/models/sampling-model';
import type { Clock } from '@countersign/server/runtime/clock';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import type { CallOptions } from './call-options.ts';
import { callTool, DeclinedRequest, isAnswered } from './call-tool.ts';
import type { McpLink } from './connect.ts';
import { createFrameQueue } from './frame-queue.ts';
import { createRunQuestions, type Taken, Withdrawn } from './questions.ts';

export interface ToolRunOptions {
  place: RunPlaceIds;
  agent: KnownAgent;
  model: SamplingModel | null;
  clock: Clock;
  call: ToolCall;
  tool: McpTool;
  /** How the call is approved. */
  risk: CallRisk;
  /** What is asked before it, and what an answer means, if not what is asked about any tool. */
  approval?: ApprovalSteps;
  /** Makes the call; default: over MCP. */
  perform?: (options: CallOptions) => Promise<JsonObject>;
  /** How far the run was when an earlier server ended; null = it starts now. */
  from: RunPosition | null;
  /** The number of the last frame of the earlier server. */
  lastFrame: number;
  connect: (signal: AbortSignal, session?: string) => Promise<McpLink>;
  onEnd: () => void;
}

/** How a call is approved by people. */
export interface ApprovalSteps {
  /** The question, from the one that is asked about any tool. */
  question(usual: McpQuestion): McpQuestion;
  read(feedback: UpFeedback, question: McpQuestion, decisionId: string): Approval;
}

/** One call of a tool: approved, made, answered, shown. */
export interface ToolRun {
  stream: AgentStream;
  answer(id: string, message: UpMessage): Promise<Taken>;
  /** Ends the call, and notifies the server. */
  stop(): void;
}

export function startToolRun(options: ToolRunOptions): ToolRun {
  const { place, clock, call, tool, agent, from } = options;
  const abort = new AbortController();
  const queue = createFrameQueue(options.lastFrame, () => {
    abort.abort();
    questions.close('The run was left.');
  });
  let position: RunPosition = from ?? { at: 'approval' };
  const now = () => new Date(clock.now()).toISOString();
  const positionNow = (): RunPosition =>
    position.at === 'calling' ? { ...position, asks: questions.ids() } : position;
  /** The position that the last event carries. */
  let carried: RunPosition | null = from;
  const emit = (events: readonly HaiEvent[]) => {
    carried = position;
    queue.push(events, positionNow());
  };
  const questions = createRunQuestions({ place, queue, emit, now: clock.now });
  const move = (to: RunPosition) => {
    position = to;
  };
  const callingStored = async (otherwise: readonly HaiEvent[]) => {
    if (position.at !== 'calling') move({ at: 'calling', asks: [] });
    if (carried !== position) emit(otherwise);
    await queue.stored();
    abort.signal.throwIfAborted();
  };
  let wasStopped = false;

  const approve = async (): Promise<Approval> => {
    const { risk } = options;
    if (risk.approval === 'none') return { kind: 'call', arguments: call.arguments };
    const about = { id: `${place.runId}:approval`, toolName: tool.name, server: agent.name };
    const usual = approvalQuestion(call, tool, risk, about);
    const question = options.approval?.question(usual) ?? usual;
    let approval: Approval = { kind: 'rejected', why: null };
    await questions.ask(question, (feedback, decisionId) => {
      approval =
        options.approval?.read(feedback, question, decisionId) ??
        approvalOf(feedback, question, risk);
      if (approval.kind === 'call') move({ at: 'calling', asks: [] });
    });
    return approval;
  };

  const play = async () => {
    if (from === null) emit(started(place));
    if (from?.at === 'calling') return lose(from.asks);
    // What has no sessions has ended with the connection, as a program does.
    if (from?.at === 'task' && from.session === null) return lose(from.asks.map(({ id }) => id));
    if (from?.at === 'input' && from.inputs.every(isAnswered)) return lose([]);
    const joined = from?.at === 'input' || from?.at === 'task' ? from : null;
    const approval: Approval =
      joined === null
        ? await approve()
        : { kind: 'call', arguments: 'arguments' in joined ? joined.arguments : {} };
    if (approval.kind === 'rejected') {
      const words = [`${tool.name} was not called.`, approval.why ?? ''].join(' ').trim();
      emit([...messageEvents(place, 'rejected', words), ...finished(place)]);
      return;
    }
    const { arguments: args } = approval;
    if (joined === null) {
      move({ at: 'calling', asks: [] });
      emit(called(place, tool.name, args));
    }
    const result = await (options.perform ?? callTool)({
      ...options,
      args,
      questions,
      signal: abort.signal,
      from: joined,
      isStopped: () => wasStopped,
      emit,
      move,
      callingStored,
      unread: queue.unread,
    });
    emit([...resulted(place, toolResultIn(result, tool.outputSchema), now()), ...finished(place)]);
  };

  /** The connection to the server ended with an earlier server of ours. */
  const lose = (asks: readonly string[]) => {
    const why = say('closed.call-lost');
    for (const id of asks) emit(withdrawn(place, id, why.text, now()));
    emit([...callFailed(place, why.text), ...failed(place, 'call-lost', why)]);
  };

  const fail = (error: unknown) => {
    if (wasStopped) return emit(stopped(place));
    if (error instanceof DeclinedRequest) {
      const words = `The call was given up: ${error.message}`;
      return emit([...callFailed(place, words), ...finished(place)]);
    }
    if (error instanceof Withdrawn) return emit(failed(place, 'withdrawn', error.reason));
    const { code, said } = describeFailure(error);
    const isCalled = position.at !== 'approval';
    emit([...(isCalled ? callFailed(place, said.text) : []), ...failed(place, code, said)]);
  };

  void play()
    .catch(fail)
    .finally(() => {
      questions.close(say('closed.call-ended').text);
      queue.end();
      options.onEnd();
    });

  return {
    stream: queue.stream,
    answer: questions.answer,
    stop() {
      wasStopped = true;
      questions.close(say('closed.call-stopped').text);
      abort.abort();
    },
  };
}
