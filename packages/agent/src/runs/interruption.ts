import { upFormatInterrupt } from '@countersign/adapters/ag-ui/upformat-interrupt';
import type { Run } from './run.ts';

/** Ends the run when it can only wait for answers (AG-UI). */
export interface Interruption {
  /** To be called whenever an answer is awaited. */
  consider(): void;
}

/** All open questions become one outcome as soon as the run sends nothing more. `state` = the shared document. */
export function createInterruption(run: Run, state: () => unknown): Interruption {
  let isPlanned = false;

  const open = () => run.prompts.open();
  const isOver = () => run.endedAt() !== null || run.signal.aborted || run.isInterrupted();
  const check = async (seen: number) => {
    await run.gate.pass();
    isPlanned = false;
    if (isOver() || !open().some(({ awaited }) => awaited)) return;
    // Work in parallel to the question still sends events: it is checked again.
    if (run.segment.count() !== seen || run.segment.brackets.inCall()) {
      consider();
      return;
    }
    const { threadId, runId } = run;
    const interrupts = open().map(({ message }) => upFormatInterrupt(message));
    run.interrupt([
      { type: 'STATE_SNAPSHOT', snapshot: state() },
      { type: 'MESSAGE_SNAPSHOT', messages: run.segment.said.list() },
      { type: 'RUN_FINISHED', threadId, runId, outcome: { type: 'interrupt', interrupts } },
    ]);
  };
  const consider = () => {
    if (isPlanned || isOver()) return;
    isPlanned = true;
    const seen = run.segment.count();
    // One turn later, so that questions asked at the same time are in one outcome.
    run.clock.schedule(() => {
      check(seen).catch(() => {
        // The run was stopped in the meantime.
      });
    }, 0);
  };
  return { consider };
}
