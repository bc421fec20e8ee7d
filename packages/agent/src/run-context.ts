import { customName, type HaiEvent, type Output } from '@countersign/hai/event';
import { languageIn } from '@countersign/hai/reader-language';
import { type RecalledMemory, recalledIn } from '@countersign/hai/recalled';
import type { RunAgentInput } from '@countersign/hai/run-input';
import type { UpMessage } from '@countersign/upformat/message';
import { messageAsSent } from '@countersign/upformat/reading/bare-payload';
import { type Ask, type Asked, type AskOptions, createAsking, type ValueOf } from './asking.ts';
import type { AgentAddress } from './child-run.ts';
import { delay } from './clock.ts';
import {
  type DelegateInput,
  type DelegateOptions,
  type DelegateResult,
  delegate,
} from './delegate.ts';
import type { EmitOptions } from './event-gate.ts';
import { type MessageOptions, type MessageWriter, startMessage } from './message-writer.ts';
import type { ValueSchema } from './outcome.ts';
import type { InstructionQueue } from './runs/instruction-queue.ts';
import { createInterruption } from './runs/interruption.ts';
import type { Run } from './runs/run.ts';
import { createSharedState, type SharedState } from './shared-state.ts';
import { type UpMessagePart, upFormatOf } from './up-format.ts';

const fragmentChars = 24;

/**
 * Runs `call` as a tool call of the agent: name, arguments in fragments, then the result or the reason of failure. A failure is
 * shown and rethrown.
 */
async function runToolCall<T>(
  run: Run,
  call: { name: string; args: unknown; run: (signal: AbortSignal) => T | Promise<T> },
): Promise<T> {
  const toolCallId = run.createId();
  await run.gate.emit({ type: 'TOOL_CALL_START', toolCallId, toolCallName: call.name });
  const text = JSON.stringify(call.args ?? {});
  for (let at = 0; at < text.length; at += fragmentChars) {
    const delta = text.slice(at, at + fragmentChars);
    await run.gate.emit({ type: 'TOOL_CALL_ARGS', toolCallId, delta });
  }
  await run.gate.emit({ type: 'TOOL_CALL_END', toolCallId });
  const finish = (more: { content?: unknown; error?: string }) =>
    run.gate.emit(
      { type: 'TOOL_CALL_RESULT', toolCallId, messageId: run.createId(), role: 'tool', ...more },
      { closing: true },
    );
  try {
    const result = await call.run(run.signal);
    await finish({ content: result ?? null });
    return result;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await finish({ content: reason, error: reason }).catch(() => {});
    throw error;
  }
}

/** The context of a run function. Await everything that sends: it waits while the run is paused. */
export interface RunContext {
  readonly input: RunAgentInput;
  /** The language the operator reads (BCP 47), if it is known: questions and texts may be written in it. */
  readonly language: string | null;
  /** The agent's memories that the server gave this run, the best first: data, not instructions. */
  readonly recalled: readonly RecalledMemory[];
  readonly threadId: string;
  /** Of the active run: interrupted work continues in another one. */
  readonly runId: string;
  /** Aborted when the run is stopped. */
  readonly signal: AbortSignal;
  /** Epoch milliseconds. */
  now(): number;
  createId(): string;
  /** Text of the newest user message, '' when there is none. */
  readonly userText: string;
  emit(event: HaiEvent, options?: EmitOptions): Promise<void>;
  message(options?: MessageOptions): Promise<MessageWriter>;
  /** A whole message at once. */
  say(text: string): Promise<void>;
  /** A message of one Gen UI output. */
  show(output: Output): Promise<void>;
  step<T>(name: string, run: () => Promise<T>): Promise<T>;
  tool<T>(name: string, args: unknown, run: (signal: AbortSignal) => T | Promise<T>): Promise<T>;
  readonly state: SharedState<unknown>;
  /** Announces that this agent hands `task` to `to`, without calling it: for agents that are called by other means. */
  exchange<T>(
    to: string,
    task: { id?: string; name: string },
    run?: () => Promise<T>,
  ): Promise<T | undefined>;
  /** Sends an UpFormat message; id, thread, time, sender and parent are added. */
  upformat(part: UpMessagePart, options?: EmitOptions): Promise<UpMessage>;
  /**
   * Asks the operator and waits for the answer; the outcome is `expired` or `withdrawn` if there will be none. Over AG-UI, waiting
   * ends the run with an interrupt for every open question, and the work continues in the run with the answers.
   */
  ask<Schema extends ValueSchema>(ask: Ask<Schema>, options?: AskOptions): Asked<ValueOf<Schema>>;
  /** Changes a prompt that is still open; its revision is incremented. */
  revise(messageId: string, changes: Partial<UpMessagePart>): Promise<void>;
  /** Withdraws a prompt; its `ask()` rejects with `PromptWithdrawn`. `submitted` = the work continues without it. */
  withdraw(
    messageId: string,
    explanation: string,
    state?: 'cancelled' | 'submitted',
  ): Promise<void>;
  /** Messages of the operator while the run is active. */
  readonly instructions: InstructionQueue;
  /** Waits while the run is paused; throws when it is being stopped. */
  checkpoint(): Promise<void>;
  /** Waits `delayMs`, then as `checkpoint`. */
  sleep(delayMs: number): Promise<void>;
  delegate(
    to: AgentAddress,
    input: DelegateInput,
    options: DelegateOptions,
  ): Promise<DelegateResult>;
}

/** The context of a run, and `closeAll` for everything that the run function left open. */
export function createRunContext(run: Run): { context: RunContext; closeAll(): Promise<void> } {
  const keeper = createSharedState(run);
  const interruption = run.asksByInterrupt ? createInterruption(run, keeper.shared.get) : null;
  const writers = new Set<MessageWriter>();
  const { emit, pass } = run.gate;

  const message = async (options: MessageOptions = {}) => {
    const writer = await startMessage(run, options);
    const end = async () => {
      writers.delete(writer);
      await writer.end();
    };
    writers.add(writer);
    return { ...writer, end };
  };
  const withMessage = async (write: (writer: MessageWriter) => Promise<void>) => {
    const writer = await message();
    await write(writer);
    await writer.end();
  };
  const upformat = async (part: UpMessagePart, options?: EmitOptions) => {
    const value = upFormatOf(run, part);
    const sent = messageAsSent(value);
    await emit({ type: 'CUSTOM', name: customName.upformat, value: sent }, options);
    return value;
  };

  const context: RunContext = {
    input: run.input,
    language: languageIn(run.input.context),
    recalled: recalledIn(run.input.context)?.memories ?? [],
    threadId: run.threadId,
    get runId() {
      return run.runId;
    },
    signal: run.signal,
    now: run.clock.now,
    createId: run.createId,
    userText: userTextOf(run.input),
    emit,
    message,
    say: (text) => withMessage((writer) => writer.text(text)),
    show: (output) => withMessage((writer) => writer.output(output)),
    async step(stepName, work) {
      await emit({ type: 'STEP_STARTED', stepName });
      try {
        return await work();
      } finally {
        await emit({ type: 'STEP_FINISHED', stepName }, { closing: true }).catch(() => {});
      }
    },
    tool: (name, args, work) => runToolCall(run, { name, args, run: work }),
    state: keeper.shared,
    async exchange(to, task, work) {
      const messageId = run.createId();
      await emit({ type: 'AGENT_COLLABORATIVE_MESSAGE_START', from: run.agentId, to, messageId });
      await emit({ type: 'AGENT_COLLABORATIVE_MESSAGE_CONTENT', messageId, delta: { task } });
      try {
        return await work?.();
      } finally {
        const end = { type: 'AGENT_COLLABORATIVE_MESSAGE_END', messageId } as const;
        await emit(end, { closing: true }).catch(() => {});
      }
    },
    upformat,
    ...createAsking(run, upformat, interruption),
    instructions: run.instructions,
    checkpoint: pass,
    async sleep(delayMs) {
      await delay(run.clock, delayMs, run.signal);
      await pass();
    },
    delegate: (address, input, options) =>
      delegate(run, { address, input, onState: keeper.adopt }, options),
  };
  return {
    context,
    async closeAll() {
      for (const writer of writers) await writer.end().catch(() => {});
    },
  };
}

function userTextOf(input: RunAgentInput): string {
  const content = input.messages.findLast((message) => message.role === 'user')?.content;
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) => {
      if (typeof part !== 'object' || part === null || !('text' in part)) return '';
      return typeof part.text === 'string' ? part.text : '';
    })
    .join('');
}
