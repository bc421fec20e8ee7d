import type { RunPosition } from '@countersign/adapters/mcp-server/position';
import { messageEvents, type RunPlaceIds } from '@countersign/adapters/mcp-server/run-events';
import type { McpTool } from '@countersign/adapters/mcp-server/tool';
import type { HaiEvent } from '@countersign/hai/event';
import type { JsonObject } from '@countersign/json/json-object';
import type { KnownAgent } from '@countersign/part-desk/agents/secret-headers';
import type { SamplingModel } from '@countersign/server/models/sampling-model';
import type { Clock } from '@countersign/server/runtime/clock';
import type { McpLink } from './connect.ts';
import type { RunQuestions } from './questions.ts';
import type { RequestAnswerer } from './server-requests.ts';

/** What a call of a tool needs. */
export interface CallOptions {
  place: RunPlaceIds;
  agent: KnownAgent;
  model: SamplingModel | null;
  clock: Clock;
  tool: McpTool;
  /** The number of the last frame of an earlier server of ours; 0 = the run began in this one. */
  lastFrame: number;
  args: JsonObject;
  questions: RunQuestions;
  signal: AbortSignal;
  /** Where it was when an earlier server ended. */
  from: Extract<RunPosition, { at: 'input' | 'task' }> | null;
  connect: (signal: AbortSignal, session?: string) => Promise<McpLink>;
  /** Whether an operator has stopped the call; else an aborted one was left, and may be joined again. */
  isStopped: () => boolean;
  emit: (events: readonly HaiEvent[]) => void;
  move: (to: RunPosition) => void;
  /** Characters that were said and not read. */
  unread: () => number;
  /**
   * Settles when it is stored that the tool is being called: after a restart it is not called again. `otherwise`: what is said if
   * no event has said so yet.
   */
  callingStored: (otherwise: readonly HaiEvent[]) => Promise<void>;
}

/** Who answers the requests that the server makes in this call. */
export function answererOf(options: CallOptions): RequestAnswerer {
  const { questions, tool, agent, model, signal, emit, place } = options;
  return {
    questions,
    toolName: tool.name,
    server: agent.name,
    model,
    roots: agent.mcp?.roots ?? [],
    signal,
    note(id, text) {
      // Named after its question, whose id no other one of the run has.
      emit(messageEvents(place, `note:${id}`, text));
    },
  };
}
