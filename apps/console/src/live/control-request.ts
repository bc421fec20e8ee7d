import type { Control, RunStatus, Task } from '@countersign/api/task';
import type { OutboxEntry } from '@countersign/client/client';
import type { Thread } from '@countersign/thread/thread';
import { controlRungs } from '../text/answers/control-rungs.ts';
import type { Rung } from '../text/answers/rung.ts';
import { problemText } from '../text/statements/problems.ts';
import { taskText } from '../text/texts.ts';

export type Action = Control['action'];

const words = taskText.control;

/** What decides which actions are possible: of the task, and of its run as it is shown. */
export interface Controllable {
  status: RunStatus | 'idle';
  /** How its agent is stopped; one that obeys can be asked to stop a run without a connection. */
  stop: Task['can']['stop'];
  /** A question of it is open, whose answer or default would start the next run. */
  asks: boolean;
}

type Known = Pick<Task, 'runStatus' | 'can' | 'openPrompts'>;

/** A task of the list; `status`: of its run, if more is known of it. */
export const controllable = (
  { runStatus, can, openPrompts }: Known,
  status: Controllable['status'] = runStatus,
): Controllable => ({
  ...{ status, stop: can.stop },
  asks: openPrompts.blocking + openPrompts.followup > 0,
});

/** Why an action is not possible now, or null when it may be requested. */
export function refusal(action: Action, { status, stop, asks }: Controllable): string | null {
  const isDisconnected = status === 'lost' || status === 'cut-off';
  if (action === 'stop' && isDisconnected && stop === 'agent') return null;
  // An operator who sees that it is still running may ask again.
  if (status === 'stopping') return action === 'stop' ? null : words.notNow.stopping;
  if (status === 'cut-off') return words.notNow.cutOff;
  const live =
    status === 'running' || status === 'starting' || status === 'paused' || status === 'held';
  if (!live) return action === 'stop' && asks ? null : words.notNow.ended;
  const halted = status === 'paused' || status === 'held';
  if (action === 'pause') return halted ? words.notNow.paused : null;
  if (action === 'resume') return halted ? null : words.notNow.running;
  return null;
}

/** The newest request of this run, wherever it is: still here, or already known to the server. */
export type Request =
  | { from: 'outbox'; entry: OutboxEntry; action: Action }
  | { from: 'server'; control: Control; action: Action };

function actionOf(body: unknown): Action | null {
  if (body === null || typeof body !== 'object' || !('action' in body)) return null;
  const { action } = body;
  return action === 'pause' || action === 'resume' || action === 'stop' ? action : null;
}

export function latestRequest(
  thread: Pick<Thread, 'threadId' | 'controls'> & { run: Pick<Thread['run'], 'startedAt'> },
  outbox: readonly OutboxEntry[],
): Request | null {
  const entry = outbox.findLast(
    (one) => one.kind === 'control' && one.taskId === thread.threadId && one.state !== 'recorded',
  );
  const action = entry ? actionOf(entry.body) : null;
  if (entry && action) return { from: 'outbox', entry, action };
  const control = thread.controls.reduce<Control | null>(
    (newest, one) => (newest === null || one.requestedAt >= newest.requestedAt ? one : newest),
    null,
  );
  if (!control || control.requestedAt < (thread.run.startedAt ?? 0)) return null;
  return { from: 'server', control, action: control.action };
}

/** The newest request of the current run of a task in the list. */
export function requestOfTask(task: Task, outbox: readonly OutboxEntry[]): Request | null {
  const controls = task.controls.filter((control) => control.runId === task.runId);
  return latestRequest({ threadId: task.id, controls, run: { startedAt: null } }, outbox);
}

/** Whether the request is still pending. */
export function isPending(request: Request): boolean {
  if (request.from === 'outbox') return request.entry.state !== 'refused';
  return !['settled', 'cut-off', 'failed'].includes(request.control.state);
}

/** It is done: the stream shows it, and the header shows nothing. */
export const isSettled = (request: Request): boolean =>
  request.from === 'server' && request.control.state === 'settled';

/** The ladder of a request, from this tab to the agent. */
export function requestRungs(request: Request): Rung[] {
  if (request.from === 'server') return controlRungs(request.control);
  const { state, problem } = request.entry;
  if (state === 'refused')
    return [{ word: words.refused, state: 'bad', note: problem ? problemText(problem) : null }];
  return [
    { word: words.sending, state: 'now', note: state === 'waiting' ? words.waiting : null },
    { word: 'requested', state: 'todo' },
    { word: 'delivered', state: 'todo' },
    { word: 'acknowledged', state: 'todo' },
    { word: 'settled', state: 'todo' },
  ];
}
