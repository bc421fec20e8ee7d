import type { RunControlStatus } from '@countersign/hai/agent-descriptor';
import type { HaiEvent } from '@countersign/hai/event';
import type { RunAgentInput } from '@countersign/hai/run-input';
import type { UpMessage } from '@countersign/upformat/message';
import type { ChildRun } from './child-run.ts';
import type { Clock } from './clock.ts';
import { createEventGate, type EventGate } from './event-gate.ts';
import { createInstructionQueue, type InstructionQueue } from './instruction-queue.ts';
import { createPromptBook, type PromptBook } from './prompt-book.ts';
import { createRunLog, type RunLog, type RunLogLimits } from './run-log.ts';

/** Turns one event into the JSON values that go over the wire, in the dialect of the agent. */
export type EncodeEvent = (event: HaiEvent) => readonly unknown[];

/** Everything one run is, shared by its routes and its context. Times: epoch milliseconds. */
export interface Run {
  readonly agentId: string;
  readonly input: RunAgentInput;
  readonly threadId: string;
  readonly runId: string;
  readonly clock: Clock;
  readonly createId: () => string;
  readonly log: RunLog;
  readonly gate: EventGate;
  readonly signal: AbortSignal;
  readonly prompts: PromptBook;
  readonly instructions: InstructionQueue;
  instruct(message: UpMessage, text: string): boolean;
  readonly children: Set<ChildRun>;
  status(): RunControlStatus;
  endedAt(): number | null;
  /** Past the gate: for the run's own lifecycle and its confirmations of control. */
  emitNow(event: HaiEvent): void;
  pause(): void;
  resume(): void;
  /** Aborts the signal; the status becomes `stopping`. */
  stop(reason: string): void;
  /** No event follows; the status becomes `finished`, or `stopped` when a stop was asked. */
  end(): void;
  /** Id of the UpFormat message the next one descends from. */
  lineage: { last: string | undefined };
}

export interface CreateRunOptions {
  agentId: string;
  input: RunAgentInput;
  clock: Clock;
  createId: () => string;
  encode: EncodeEvent;
  limits: RunLogLimits;
  /** Called when the last reader left, and when one came. */
  onReaders(run: Run): void;
}

/** Sets up a run; nothing runs yet. */
export function createRun(options: CreateRunOptions): Run {
  const { clock, createId, input, agentId } = options;
  const abort = new AbortController();
  let status: RunControlStatus = 'running';
  let endedAt: number | null = null;

  const log = createRunLog(options.limits, () => {
    gate.update();
    options.onReaders(run);
  });
  const append = (event: HaiEvent) => {
    const stamped = event.timestamp === undefined ? { ...event, timestamp: clock.now() } : event;
    for (const value of options.encode(stamped)) log.append(JSON.stringify(value));
  };
  const gate = createEventGate({
    append,
    isShut: () => status === 'paused' || log.stalled(),
    isEnded: () => endedAt !== null,
    signal: abort.signal,
  });
  const instructions = createInstructionQueue(abort.signal);

  const run: Run = {
    agentId,
    input,
    threadId: input.threadId,
    runId: input.runId,
    clock,
    createId,
    log,
    gate,
    signal: abort.signal,
    prompts: createPromptBook(),
    instructions: instructions.queue,
    instruct: (message, text) => instructions.push({ text, message }),
    children: new Set(),
    status: () => status,
    endedAt: () => endedAt,
    emitNow(event) {
      if (endedAt === null) append(event);
    },
    pause() {
      if (status === 'running') status = 'paused';
    },
    resume() {
      if (status !== 'paused') return;
      status = 'running';
      gate.update();
    },
    stop(reason) {
      if (abort.signal.aborted || endedAt !== null) return;
      status = 'stopping';
      abort.abort(new DOMException(reason, 'AbortError'));
    },
    end() {
      if (endedAt !== null) return;
      status = status === 'stopping' ? 'stopped' : 'finished';
      endedAt = clock.now();
      gate.update();
      log.close();
      // Whoever still listens to the signal (a forgotten fetch, a child) must let go with the run.
      abort.abort(new DOMException('The run has ended', 'AbortError'));
    },
    lineage: { last: undefined },
  };
  return run;
}
