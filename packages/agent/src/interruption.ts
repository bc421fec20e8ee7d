import { upFormatInterrupt } from '@countersign/adapters/ag-ui/upformat-interrupt';
import type { Run } from './run.ts';

/** Ends the run when there is nothing left but to wait for answers (AG-UI). */
export interface Interruption {
  /** To be called whenever somebody has begun to wait for an answer. */
  consider(): void;
}

/** Everything that is open when the run has said what it had to say becomes one outcome. `state` = the shared document. */
export function createInterruption(run: Run, state: () => unknown): Interruption {
  let isPlanned = false;

  const open = () => run.prompts.open();
  const isOver = () => run.endedAt() !== null || run.signal.aborted || run.isInterrupted();
  const check = async (seen: number) => {
    await run.gate.pass();
    isPlanned = false;
    if (isOver() || !open().some(({ awaited }) => awaited)) return;
    // Work beside the question still has something to say: it is let finish its sentence.
    if (run.leg.count() !== seen || run.leg.brackets.inCall()) {
      consider();
      return;
    }
    const { threadId, runId } = run;
    const interrupts = open().map(({ message }) => upFormatInterrupt(message));
    run.interrupt([
      { type: 'STATE_SNAPSHOT', snapshot: state() },
      { type: 'MESSAGE_SNAPSHOT', messages: run.leg.said.list() },
      { type: 'RUN_FINISHED', threadId, runId, outcome: { type: 'interrupt', interrupts } },
    ]);
  };
  const consider = () => {
    if (isPlanned || isOver()) return;
    isPlanned = true;
    const seen = run.leg.count();
    // One turn later, so that questions asked side by side stand in one outcome.
    run.clock.schedule(() => {
      check(seen).catch(() => {
        // The run was stopped meanwhile.
      });
    }, 0);
  };
  return { consider };
}
