import type { RunControlStatus } from '@countersign/hai/agent-descriptor';
import type { HaiEvent } from '@countersign/hai/event';
import type { RunAgentInput } from '@countersign/hai/run-input';
import { attachmentsOf } from '@countersign/upformat/attachments';
import type { UpMessage } from '@countersign/upformat/message';
import type { ChildRun } from '../child-run.ts';
import type { Clock } from '../clock.ts';
import { createEventGate, type EventGate } from '../event-gate.ts';
import type { ReceiptOptions } from '../receipts.ts';
import { createInstructionQueue, type InstructionQueue } from './instruction-queue.ts';
import type { OnError } from './run-failure.ts';
import { createRunLog, type RunLogLimits } from './run-log.ts';
import { createRunPrompts, type RunPrompts } from './run-prompts.ts';
import { createRunSegment, type EncodeEvent, type RunSegment } from './run-segment.ts';

/** The state of one run, shared by its routes and its context. Times: epoch milliseconds. */
export interface Run {
  readonly agentId: string;
  /** The input the work was started with. */
  readonly input: RunAgentInput;
  readonly threadId: string;
  /** Of the active segment, or of the last one. */
  readonly runId: string;
  readonly segment: RunSegment;
  /** Whether its questions end the run and are answered by the next one (AG-UI), instead of keeping it open. */
  readonly asksByInterrupt: boolean;
  /** Whether a comment on a question answers it. */
  readonly commentsAreAnswers: boolean;
  /** Undefined = receipts are not asked for. */
  readonly receipts: ReceiptOptions | undefined;
  readonly clock: Clock;
  readonly createId: () => string;
  readonly onError: OnError;
  readonly gate: EventGate;
  readonly signal: AbortSignal;
  readonly prompts: RunPrompts;
  readonly instructions: InstructionQueue;
  instruct(message: UpMessage, text: string): boolean;
  readonly children: Set<ChildRun>;
  status(): RunControlStatus;
  endedAt(): number | null;
  /** Whether it waits for the run with the answers; events emitted in the meantime wait too. */
  isInterrupted(): boolean;
  /** Ends the segment with its questions; the work is suspended. */
  interrupt(last: readonly HaiEvent[]): void;
  /** The work continues in the run of `input`: open parts start again, then waiting events follow. */
  continueRun(input: RunAgentInput): void;
  /** Bypasses the gate: for the run's own lifecycle and its control confirmations. */
  emitNow(event: HaiEvent): void;
  pause(): void;
  resume(): void;
  /** Aborts the signal; the status becomes `stopping`. */
  stop(reason: string): void;
  /** No event follows; the status becomes `finished`, or `stopped` after a stop. */
  end(): void;
  /** Id of the UpFormat message that becomes the parent of the next one. */
  lineage: { last: string | undefined };
}

export interface CreateRunOptions {
  agentId: string;
  input: RunAgentInput;
  clock: Clock;
  createId: () => string;
  onError: OnError;
  /** Created for every segment. */
  encoderOf(ids: { threadId: string; runId: string }): EncodeEvent;
  asksByInterrupt: boolean;
  receipts: ReceiptOptions | undefined;
  commentsAreAnswers: boolean;
  limits: RunLogLimits;
  /** Called when the last reader disconnects, and when one connects. */
  onReaders(run: Run): void;
  onInterrupted(run: Run): void;
}

/** Creates a run; nothing is executed yet. */
export function createRun(options: CreateRunOptions): Run {
  const { clock, createId, input, agentId } = options;
  const abort = new AbortController();
  let status: RunControlStatus = 'running';
  let endedAt: number | null = null;

  const segmentOf = (segmentInput: RunAgentInput): RunSegment => {
    const log = createRunLog(options.limits, () => {
      gate.update();
      options.onReaders(run);
    });
    return createRunSegment(segmentInput, log, options.encoderOf(segmentInput));
  };
  let segment: RunSegment;
  let interrupted = false;
  let reopened: HaiEvent[] = [];
  const append = (event: HaiEvent) =>
    segment.append(event.timestamp === undefined ? { ...event, timestamp: clock.now() } : event);
  const gate = createEventGate({
    append,
    isShut: () => status === 'paused' || interrupted || segment.log.stalled(),
    isEnded: () => endedAt !== null,
    signal: abort.signal,
  });
  const instructions = createInstructionQueue(abort.signal);

  const run: Run = {
    agentId,
    input,
    threadId: input.threadId,
    get runId() {
      return segment.runId;
    },
    get segment() {
      return segment;
    },
    asksByInterrupt: options.asksByInterrupt,
    commentsAreAnswers: options.commentsAreAnswers,
    receipts: options.receipts,
    clock,
    createId,
    onError: options.onError,
    gate,
    signal: abort.signal,
    prompts: createRunPrompts(),
    instructions: instructions.queue,
    instruct: (message, text) => {
      const attached = attachmentsOf(message);
      return instructions.push({ text, message, ...(attached === null ? {} : { attached }) });
    },
    children: new Set(),
    status: () => status,
    endedAt: () => endedAt,
    isInterrupted: () => interrupted,
    interrupt(last) {
      reopened = segment.brackets.openers();
      for (const event of [...segment.brackets.closers(), ...last]) append(event);
      interrupted = true;
      segment.close(clock.now());
      options.onInterrupted(run);
    },
    continueRun(next) {
      segment = segmentOf(next);
      interrupted = false;
      append({ type: 'RUN_STARTED', threadId: next.threadId, runId: next.runId });
      for (const event of reopened) append(event);
      gate.update();
    },
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
      interrupted = false;
      segment.close(endedAt);
      // Everything that still uses the signal (a forgotten fetch, a child) must end with the run.
      abort.abort(new DOMException('The run has ended', 'AbortError'));
    },
    lineage: { last: undefined },
  };
  segment = segmentOf(input);
  return run;
}
