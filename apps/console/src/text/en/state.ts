import type { RunStatus } from '@countersign/api/task';
import type { Severity, UpState } from '@countersign/upformat/message';

export const stateLabels: Record<UpState | 'unknown', string> = {
  submitted: 'Submitted',
  waiting: 'Waiting',
  completed: 'Completed',
  failed: 'Failed',
  needsHumanDecision: 'Needs decision',
  followup: 'Follow-up',
  cancelled: 'Cancelled',
  unknown: 'State unknown',
};

/** A task that ended after a person rejected what it asked about last. */
export const rejectedLabel = 'Rejected';

/** A task whose agent waits for an answer, while no question is open. */
export const unansweredLabel = 'Waits, nothing is open';

export const runStatusLabels: Record<RunStatus, string> = {
  starting: 'Starting',
  running: 'Running',
  paused: 'Paused',
  held: 'Held, agent cannot pause',
  stopping: 'Stopping',
  stopped: 'Stopped',
  'cut-off': 'Cut off, may still run',
  cancelled: 'Cancelled',
  finished: 'Finished',
  failed: 'Failed',
  lost: 'Connection lost',
};

/** States of a task as reported by the protocols, shown on hover. */
export const taskStatusDetail = (run: RunStatus, state: UpState | null): string =>
  `Run: ${runStatusLabels[run]}. Agent's state: ${state === null ? 'none declared' : stateLabels[state]}.`;

export const severityLabels: Record<Severity, string> = {
  info: 'Info',
  minor: 'Minor',
  major: 'Major',
  critical: 'Critical',
};
