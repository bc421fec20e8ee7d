import type { ControlFact } from '@countersign/api/fact';
import { say } from '@countersign/api/statements';
import type { Control } from '@countersign/api/task';
import { isOverdue } from '@countersign/desk/obedience';
import type { ControlConfirmation } from '@countersign/hai/agent-descriptor';
import { customName } from '@countersign/hai/event';
import type { WrittenStatement } from '@countersign/json/statement';
import type { Transaction } from '@countersign/server/store/transaction';
import type { EndOfRun, StopReached } from '@countersign/thread/end-of-run';
import { activeControls, readControl } from '../records/control-records.ts';
import {
  addEventsSince,
  type CountingRow,
  countingControls,
  hasSettledStop,
  noteNotObeyed,
  noteReportedCount,
  writeProgress,
} from '../rows/controls.ts';
import { setOpenRunStatus } from '../rows/runs.ts';
import { queueControlCalls } from '../webhooks/call-of-control.ts';

const order: Record<Control['state'], number> = {
  requested: 0,
  delivered: 1,
  acknowledged: 2,
  settled: 3,
  // The agent may still report later that it has stopped.
  'cut-off': 2.5,
  failed: 3,
};

export async function controlFact(
  transaction: Transaction,
  controlId: string,
  change: ControlFact['change'],
): Promise<void> {
  const control = await readControl(transaction, controlId);
  if (control === null) return;
  await noteReportedCount(transaction, control.eventsSince, controlId);
  const fact: ControlFact = { change, control };
  await transaction.fact(
    { threadId: control.taskId, runId: control.runId },
    customName.serverControl,
    fact,
  );
}

/**
 * Advances the state of a control, never back: an agent may confirm in the stream before its endpoint has replied. `acknowledged` is
 * set only by the agent's own report.
 */
export async function advanceControl(
  transaction: Transaction,
  controlId: string,
  to: Exclude<Control['state'], 'requested'>,
  failure: WrittenStatement | null = null,
): Promise<void> {
  const control = await readControl(transaction, controlId);
  if (control === null || order[control.state] >= order[to]) return;
  const { now } = transaction;
  const reached = (state: Control['state']) =>
    order[to] >= order[state] && to !== 'failed' && to !== 'cut-off' ? now : null;
  await writeProgress(transaction, {
    to,
    failure,
    delivered: reached('delivered'),
    acknowledged: to === 'acknowledged' ? now : null,
    settled: to === 'settled' ? now : null,
    id: controlId,
  });
  await controlFact(transaction, controlId, to);
}

const settledBy: Record<Control['action'], readonly ControlConfirmation['status'][]> = {
  pause: ['paused'],
  resume: ['running'],
  // `finished`: it has ended, but not because of the stop.
  stop: ['stopped'],
};

/** The agent's report in its stream: `CUSTOM hai.control`. */
export async function confirmControl(
  transaction: Transaction,
  runId: string,
  confirmation: ControlConfirmation,
): Promise<void> {
  for (const control of await activeControls(transaction, runId)) {
    if (control.action !== confirmation.action || control.means !== 'agent') continue;
    await advanceControl(transaction, control.id, 'acknowledged');
    if (settledBy[control.action].includes(confirmation.status)) {
      await advanceControl(transaction, control.id, 'settled');
    }
  }
  const status =
    confirmation.status === 'running' ||
    confirmation.status === 'paused' ||
    confirmation.status === 'stopping'
      ? confirmation.status
      : null;
  if (status !== null) {
    await setOpenRunStatus(transaction, status, runId);
  }
}

/**
 * The run has ended: a stop that the agent acknowledged, or that broke its run off, has succeeded, a pause or resume came too late.
 * An agent that received the stop and ended its run normally has not followed it. Whether it had received one in transit is known
 * when its endpoint replies (`stepControl`).
 */
export async function concludeControls(
  transaction: Transaction,
  runId: string,
  how: EndOfRun,
): Promise<StopReached> {
  let reached: StopReached = 'none';
  for (const control of await activeControls(transaction, runId)) {
    if (control.action !== 'stop') {
      await advanceControl(transaction, control.id, 'failed', say('control.run-ended-first'));
    } else if (control.means !== 'agent') {
      // Only the server has acted; an agent that ended before did so on its own.
      if (how === 'cut-off') await advanceControl(transaction, control.id, 'cut-off');
      else await advanceControl(transaction, control.id, 'failed', say('control.run-ended-first'));
    } else if ((how === 'lost' || how === 'cut-off') && !isFollowing(control)) {
      await advanceControl(transaction, control.id, 'failed', say('control.stop-unconfirmed'));
    } else if (isIgnoredStop(control, how)) {
      await advanceControl(transaction, control.id, 'failed', say('control.stop-not-followed'));
    } else if (control.state !== 'requested') {
      if (reached === 'none') reached = control.state === 'acknowledged' ? 'followed' : 'agent';
      await advanceControl(transaction, control.id, 'settled');
    }
  }
  return (await hasSettledStop(transaction, runId)) && reached === 'none' ? 'followed' : reached;
}

/** The agent has said that it stops, and had its time for it. */
const isFollowing = ({ state, notObeyedAt }: Pick<Control, 'state' | 'notObeyedAt'>): boolean =>
  state === 'acknowledged' && notObeyedAt === undefined;

/** A stop that the agent received, without a word about it or long before, until it ended its run normally. */
const isIgnoredStop = (
  { state, notObeyedAt }: Pick<Control, 'state' | 'notObeyedAt'>,
  how: EndOfRun,
): boolean => how === 'finished' && (state === 'delivered' || notObeyedAt !== undefined);

/** Facts about the count are published at most twice a second; the last one by a timer of the server. */
const reportEveryMs = 500;

/** It has confirmed, and sends on long after. */
const continues = ({ state, means, settled, not_obeyed }: CountingRow, now: number): boolean =>
  state === 'settled' && means === 'agent' && not_obeyed === null && isOverdue(settled ?? now, now);

/** Its agent does not follow a control: operators and webhooks are informed, once. */
export async function markNotObeyed(transaction: Transaction, controlId: string): Promise<void> {
  if ((await noteNotObeyed(transaction, controlId)) === 0) return;
  await controlFact(transaction, controlId, 'not-obeyed');
  await queueControlCalls(transaction, controlId);
  const control = await readControl(transaction, controlId);
  if (control === null) return;
  const { taskId: threadId, runId, action, eventsSince } = control;
  await transaction.audit({
    operator: 'countersign',
    action: 'control:not-obeyed',
    threadId,
    detail: { controlId, runId, action, eventsSince },
  });
}

/** Counts what the agent sends after a control was requested: for a pause until it is in effect, for a stop forever. */
export async function countSince(
  transaction: Transaction,
  runId: string,
  events: number,
): Promise<void> {
  if (events === 0) return;
  const counting = await countingControls(transaction, runId);
  for (const control of counting) {
    if (control.state === 'settled' && control.action === 'pause') {
      // What was under way when it paused is no disobedience.
      if (!isOverdue(control.settled ?? transaction.now, transaction.now)) continue;
    }
    await addEventsSince(transaction, events, control.id);
    if (continues(control, transaction.now)) await markNotObeyed(transaction, control.id);
    if (transaction.now - control.told_at >= reportEveryMs) {
      await controlFact(transaction, control.id, 'counted');
    }
  }
}
