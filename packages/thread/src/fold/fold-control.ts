import type { ControlFact } from '@countersign/api/fact';
import type { Control } from '@countersign/api/task';
import { controlConfirmationSchema } from '@countersign/hai/agent-descriptor';
import type { Cause } from '../cause.ts';
import { isOver, markStopped, setRunStatus } from '../run-status.ts';
import { lookup } from '../thread-index.ts';
import type { Draft } from './draft.ts';

/** The agent reports the result of a control in its stream (docs/protocol/control.md). A relayed agent reports for its own run only. */
export function foldControlConfirmation(draft: Draft, cause: Cause, value: unknown): void {
  const confirmation = controlConfirmationSchema.safeParse(value);
  if (!confirmation.success || cause.relayed) return;
  setRunStatus(draft, cause, confirmation.data.status);
}

/** The server's report on one pause, resume or stop. */
export function foldControlFact(
  draft: Draft,
  cause: Cause,
  { control: reported }: ControlFact,
): void {
  const control = { ...reported, state: rungOf(reported) };
  placeItem(draft, cause, control);
  const place = draft.index.controls.get(control.id);
  const { controls } = draft.thread;
  if (place === undefined) {
    draft.index.controls.set(control.id, controls.length);
    draft.thread.controls = [...controls, control];
  } else draft.thread.controls = controls.with(place, control);
  applyToRun(draft, cause, control);
}

function placeItem(draft: Draft, cause: Cause, control: Control): void {
  const position =
    draft.find(lookup.control(control.id)) ??
    draft.append(cause, { kind: 'control', controlId: control.id });
  const item = draft.edit(position, 'control');
  if (item === undefined) return;
  item.lastSequence = cause.envelope.sequence;
  const over = ['settled', 'cut-off', 'failed'].includes(control.state);
  if (over && item.endedAt === null) item.endedAt = cause.envelope.receivedAt;
}

/** Earlier versions called a stop settled when they had closed the stream, although the agent had not confirmed it. */
function rungOf({ action, means, state, acknowledgedAt }: Control): Control['state'] {
  const unsaid = means === 'close' && acknowledgedAt === null;
  return action === 'stop' && unsaid && state === 'settled' ? 'cut-off' : state;
}

const notFollowed = 'control.stop-not-followed';

/** A control changes the run only once the other side has confirmed it. */
function applyToRun(draft: Draft, cause: Cause, control: Control): void {
  const { run } = draft.thread;
  if (run.runId !== null && control.runId !== run.runId) return;
  const rung = control.state;
  if (rung === 'cut-off') {
    if (run.status === 'stopped') draft.thread.run = { ...run, status: 'cut-off' };
    else setRunStatus(draft, cause, 'cut-off');
    return;
  }
  if (rung === 'settled') {
    const paused = control.means === 'hold' ? 'held' : 'paused';
    const status = { pause: paused, resume: 'running', stop: 'stopped' } as const;
    // The end of a run may be reported before the stop that caused it.
    if (control.action === 'stop' && isOver(run.status)) {
      draft.thread.run = { ...run, status: 'stopped' };
      markStopped(draft, draft.find(lookup.runById(control.runId)));
    } else setRunStatus(draft, cause, status[control.action]);
    return;
  }
  if (control.failureStatement?.code === notFollowed) {
    const item = draft.edit(draft.find(lookup.runById(control.runId)) ?? -1, 'run');
    if (item !== undefined) item.stopNotFollowed = true;
    return;
  }
  const underWay = rung === 'delivered' || rung === 'acknowledged';
  if (control.action === 'stop' && underWay) setRunStatus(draft, cause, 'stopping');
}
