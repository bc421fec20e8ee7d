import { createAgUiEncoder } from '@countersign/adapters/ag-ui/encode';
import type { RunAgentInput } from '@countersign/hai/run-input';
import type { AgentLimits } from './agent-limits.ts';
import type { Clock } from './clock.ts';
import type { ReceiptOptions } from './receipts.ts';
import { type Answered, continueRun, type Refusal, readResume } from './runs/resumption.ts';
import { createRun, type Run } from './runs/run.ts';
import { createRunControl } from './runs/run-control.ts';
import type { OnError } from './runs/run-failure.ts';
import { createRunFeedback } from './runs/run-feedback.ts';
import { type RunFunction, startRun } from './runs/run-lifecycle.ts';
import type { EncodeEvent } from './runs/run-segment.ts';
import { createRuns, type KnownRun, type Runs } from './runs/runs.ts';

/** Runs that wait for a run with their answers, limited in number and time. */
interface InterruptedRuns {
  add(run: Run): void;
  of(threadId: string): Run[];
  all(): Run[];
  /** Removes it because it continues. */
  take(run: Run): void;
}

function createInterruptedRuns(options: {
  clock: Clock;
  maxInterrupted: number;
  interruptedForMs: number;
  /** Its work was stopped. */
  onStop(run: Run): void;
}): InterruptedRuns {
  const { clock, maxInterrupted, interruptedForMs, onStop } = options;
  const waiting = new Map<Run, () => void>();

  const take = (run: Run) => {
    waiting.get(run)?.();
    waiting.delete(run);
  };
  const giveUp = (run: Run, reason: string) => {
    take(run);
    run.stop(reason);
    onStop(run);
  };
  return {
    add(run) {
      const cancel = clock.schedule(
        () => giveUp(run, 'Nobody has answered for too long'),
        interruptedForMs,
      );
      waiting.set(run, cancel);
      run.signal.addEventListener('abort', () => take(run), { once: true });
      const oldest = waiting.keys().next();
      if (waiting.size > maxInterrupted && !oldest.done) {
        giveUp(oldest.value, 'Too many questions wait for an answer');
      }
    },
    of: (threadId) => [...waiting.keys()].filter((run) => run.threadId === threadId),
    all: () => [...waiting.keys()],
    take,
  };
}

/** What a new run on a thread does: new work (null), continuing interrupted work, repeating the same answers, or a refusal. */
type Resuming =
  | null
  | { run: Run; answered: Answered[] }
  | { same: KnownRun }
  | { refusal: Refusal };

/** Answers in a comparable form: the same ones sent again have no second effect. */
const answersIn = ({ resume }: RunAgentInput): string | null =>
  resume === undefined || resume.length === 0 ? null : JSON.stringify(resume);

/** Finds the work that the answers of a run belong to; changes nothing. */
function resumingOf(
  input: RunAgentInput,
  { runs, interrupted }: { runs: Runs; interrupted: InterruptedRuns },
): Resuming {
  const { threadId, resume = [] } = input;
  const waiting = interrupted.of(threadId);
  const answers = answersIn(input);
  if (answers === null && waiting.length === 0) return null;
  const same = runs.of(threadId).find(({ took }) => took !== null && took === answers);
  if (same !== undefined) return { same };
  const named = JSON.stringify(resume);
  const asks = (run: Run) =>
    run.prompts.open().some(({ message }) => named.includes(JSON.stringify(message.messageId)));
  const run = waiting.find(asks) ?? waiting[0];
  if (run === undefined) {
    const message = 'Nothing waits for an answer on this thread.';
    return { refusal: { code: 'interrupt-unknown', message } };
  }
  const read = readResume(run, input);
  return 'refusal' in read ? read : { run, answered: read.answered };
}

/** The encoder of one run for the protocol of its agent. One event may become several, or none. */
function encoderFor(
  protocol: 'hai' | 'ag-ui',
  ids: { threadId: string; runId: string },
): EncodeEvent {
  if (protocol === 'hai') return (event) => [event];
  const encoder = createAgUiEncoder(ids);
  return (event) => encoder.encode(event);
}

/** Starts runs, or continues interrupted ones with the answers received; and ends all of them. */
export function createStarting(options: {
  id: string;
  protocol: 'hai' | 'ag-ui';
  commentsAreAnswers: boolean;
  receipts: ReceiptOptions | undefined;
  limits: AgentLimits;
  clock: Clock;
  createId: () => string;
  onError: OnError;
  run: RunFunction;
}) {
  const { id, protocol, commentsAreAnswers, receipts, limits, clock, createId } = options;
  const { maxFinishedRuns: maxFinished, finishedForMs } = limits;
  const runs = createRuns({ clock, maxFinished, finishedForMs });
  const endings = new Set<Promise<void>>();

  const stopping = new WeakMap<Run, () => void>();
  const onStop = (run: Run) => stopping.get(run)?.();
  const { maxInterruptedRuns: maxInterrupted, interruptedForMs } = limits;
  const interrupted = createInterruptedRuns({ clock, maxInterrupted, interruptedForMs, onStop });

  const runOf = (input: RunAgentInput): Run => {
    const onReaders = watchReaders(clock, limits.abandonedAfterMs);
    return createRun({
      agentId: id,
      input,
      clock,
      createId,
      onError: options.onError,
      encoderOf: (ids) => encoderFor(protocol, ids),
      asksByInterrupt: protocol === 'ag-ui',
      commentsAreAnswers,
      receipts,
      limits,
      onReaders: (run) => onReaders(run, () => onStop(run)),
      onInterrupted(run) {
        onReaders(run, undefined);
        interrupted.add(run);
      },
    });
  };
  const knownOf = (run: Run): KnownRun => {
    const control = createRunControl(run, () => onStop(run));
    return { run, segment: run.segment, took: null, control, feedback: createRunFeedback(run) };
  };
  const begin = (input: RunAgentInput): KnownRun => {
    const run = runOf(input);
    const parent = input.forwardedProps?.['parentMessageId'];
    if (typeof parent === 'string') run.lineage.last = parent;
    const known = knownOf(run);
    runs.add(known);
    const lifecycle = startRun(run, options.run);
    stopping.set(run, lifecycle.onStop);
    const ending = lifecycle.done.finally(() => endings.delete(ending));
    endings.add(ending);
    return known;
  };
  const beginOrGoOn = (input: RunAgentInput): KnownRun => {
    const resuming = resumingOf(input, { runs, interrupted });
    if (resuming === null) return begin(input);
    if ('same' in resuming) return resuming.same;
    if ('refusal' in resuming) {
      const run = runOf(input);
      const { threadId, runId } = run;
      const known = knownOf(run);
      runs.add(known);
      run.emitNow({ type: 'RUN_STARTED', threadId, runId });
      run.emitNow({ type: 'RUN_ERROR', ...resuming.refusal });
      run.end();
      return known;
    }
    const { run, answered } = resuming;
    const { control, feedback } = knownOf(run);
    interrupted.take(run);
    continueRun(run, input, answered);
    const known = { run, segment: run.segment, took: answersIn(input), control, feedback };
    runs.add(known);
    return known;
  };

  return {
    runs,
    begin: protocol === 'ag-ui' ? beginOrGoOn : begin,
    /** Stops every active run, and resolves when their streams have ended. */
    async close(): Promise<void> {
      for (const run of interrupted.all()) {
        run.stop('The agent shuts down');
        onStop(run);
      }
      for (const { run, control } of runs.active()) {
        const { threadId, runId } = run;
        control.handle(
          { threadId, runId, action: 'stop', reason: 'The agent shuts down' },
          undefined,
        );
      }
      await Promise.all(endings);
    },
  };
}

/** Stops a run without readers for a while: a lost reader may reconnect, an absent one must not cost resources for ever. */
function watchReaders(clock: Clock, abandonedAfterMs: number) {
  let cancel = () => {};
  return (run: Run, onStop: (() => void) | undefined) => {
    cancel();
    if (run.segment.log.readers() > 0 || run.segment.endedAt() !== null) return;
    cancel = clock.schedule(() => {
      run.stop('Nobody has read this run for too long');
      onStop?.();
    }, abandonedAfterMs);
  };
}
