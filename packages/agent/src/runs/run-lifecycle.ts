import { customName } from '@countersign/hai/event';
import { createRunContext, type RunContext } from '../run-context.ts';
import type { Run } from './run.ts';

/** The agent itself: its return value becomes `result` of RUN_FINISHED. */
export type RunFunction = (context: RunContext) => Promise<unknown> | unknown;

const maxErrorChars = 500;
/** How long a run function may take to end after a stop. */
export const stopGraceMs = 3_000;

/**
 * Runs `work` from RUN_STARTED to RUN_FINISHED or RUN_ERROR. `onStop` (to be called when a stop was accepted) starts the grace
 * period after which the run is ended even if `work` has not ended.
 */
export function startRun(run: Run, work: RunFunction): { onStop(): void; done: Promise<void> } {
  const { context, closeAll } = createRunContext(run);
  const { parentRunId } = run.input;
  const ids = () => ({ threadId: run.threadId, runId: run.runId });
  let ended: () => void = () => {};
  // Not the run function's own promise: if that never settles, waiting for the end must still resolve.
  const done = new Promise<void>((resolve) => {
    ended = resolve;
  });

  const finish = async (outcome: { result: unknown } | { error: unknown }) => {
    if (run.endedAt() !== null) return;
    await closeAll();
    const stopped = run.signal.aborted;
    if (stopped) {
      const value = { action: 'stop', status: 'stopped' };
      run.emitNow({ type: 'CUSTOM', name: customName.control, value });
    }
    if ('result' in outcome) {
      // A function that ends while the run is interrupted ends in the run with the answers, if there is one.
      await run.gate.pass().catch(() => {});
      const more = outcome.result === undefined ? {} : { result: outcome.result };
      // Through the gate: a paused run has not finished for its readers.
      await run.gate
        .emit({ type: 'RUN_FINISHED', ...ids(), ...more }, { closing: true })
        .catch(() => {});
    } else {
      const code = stopped ? 'stopped' : 'agent-error';
      if (!stopped) run.onError(outcome.error, { agentId: run.agentId, ...ids(), in: 'run' });
      const message = reasonOf(stopped ? run.signal.reason : outcome.error);
      await run.gate
        .emit({ type: 'RUN_ERROR', ...ids(), message, code }, { closing: true })
        .catch(() => {});
    }
    run.end();
    ended();
  };
  const go = async () => {
    try {
      await run.gate.emit({
        type: 'RUN_STARTED',
        ...ids(),
        ...(parentRunId === undefined ? {} : { parentRunId }),
      });
      const result = await work(context);
      await finish({ result });
    } catch (error) {
      await finish({ error });
    }
  };
  void go();
  return {
    done,
    onStop() {
      run.clock.schedule(() => {
        if (run.endedAt() === null) void finish({ error: run.signal.reason });
      }, stopGraceMs);
    },
  };
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.slice(0, maxErrorChars) || 'The agent failed';
}
