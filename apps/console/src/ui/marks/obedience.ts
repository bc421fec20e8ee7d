import type { Control, RunStatus } from '@countersign/api/task';

interface OfRun {
  /** Null = no run has begun. */
  runId: string | null;
  status: RunStatus | 'idle';
}

const isGoing: ReadonlySet<string> = new Set(['starting', 'running', 'paused', 'stopping']);

/** The newest stop or pause that the agent of a run does not follow, while the run continues; null = there is none. */
export const disobeyedControl = (
  controls: readonly Control[],
  { runId, status }: OfRun,
): Control | null =>
  isGoing.has(status)
    ? controls
        .filter(
          (control) =>
            control.runId === runId &&
            control.notObeyedAt !== undefined &&
            // What it was resumed from is over.
            (control.action === 'stop' || status !== 'running' || control.state !== 'settled'),
        )
        .reduce<Control | null>(
          (newest, one) => (newest === null || one.requestedAt > newest.requestedAt ? one : newest),
          null,
        )
    : null;

/** The run has ended by itself, although its agent was asked to stop. */
const hasIgnoredStop = (controls: readonly Control[], { runId, status }: OfRun): boolean =>
  status === 'finished' &&
  controls.some(
    (control) =>
      control.runId === runId &&
      control.action === 'stop' &&
      (control.notObeyedAt !== undefined ||
        control.failureStatement?.code === 'control.stop-not-followed'),
  );

/** What both say about a task, as members of its status. */
export const obedienceOf = (
  controls: readonly Control[],
  run: OfRun,
): { disobeys?: true; ignoredStop?: true } => ({
  ...(disobeyedControl(controls, run) === null ? {} : { disobeys: true }),
  ...(hasIgnoredStop(controls, run) ? { ignoredStop: true } : {}),
});
