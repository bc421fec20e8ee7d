import type { Prompt } from '@countersign/api/prompt';
import type { Control } from '@countersign/api/task';
import { administrator } from '@countersign/server/guard/fixed-operators';
import type { Reading } from '@countersign/server/store/port';
import { storedJson } from '@countersign/server/store/stored-json';
import {
  activeControlRows,
  type ControlRow,
  controlRow,
  lastStopper,
  newestControlRows,
} from '../rows/controls.ts';

function toControl(row: ControlRow): Control {
  return {
    id: row.id,
    taskId: row.thread,
    runId: row.run,
    action: row.action,
    means: row.means,
    reason: row.reason,
    by: row.by_id,
    state: row.state,
    requestedAt: row.requested,
    deliveredAt: row.delivered,
    acknowledgedAt: row.acknowledged,
    settledAt: row.settled,
    failure: row.failure,
    ...(row.failure_statement === null
      ? {}
      : { failureStatement: storedJson(row.failure_statement) }),
    eventsSince: row.events_since,
    ...(row.not_obeyed === null ? {} : { notObeyedAt: row.not_obeyed }),
  };
}

export async function readControl(reading: Reading, id: string): Promise<Control | null> {
  const row = await controlRow(reading, id);
  return row === undefined ? null : toControl(row);
}

/** Who has stopped a run, or closed its stream; null = no one. */
export async function stopperOf(
  reading: Reading,
  runId: string,
): Promise<NonNullable<Prompt['stoppedBy']> | null> {
  const row = await lastStopper(reading, runId);
  if (row === undefined) return null;
  return {
    id: row.id,
    name: row.id === administrator.id ? administrator.name : (row.name ?? row.id),
  };
}

/** Controls of a run that are still in progress, oldest first. */
export const activeControls = async (reading: Reading, runId: string): Promise<Control[]> =>
  (await activeControlRows(reading, runId)).map(toControl);

/** The newest control per action, newest first. */
export async function newestControls(reading: Reading, threadId: string): Promise<Control[]> {
  const newest = (await newestControlRows(reading, threadId)).map(toControl);
  const seen = new Set<string>();
  return newest.filter((control) => !seen.has(control.action) && seen.add(control.action));
}
