import { say } from '@countersign/api/statements';
import { runStatusWords } from '@countersign/api/statements/state-statements';
import type { Control, Task } from '@countersign/api/task';
import type { WrittenStatement } from '@countersign/json/statement';
import { operation } from '@countersign/server/journal/operation';
import { keepKey, readKey } from '@countersign/server/store/keys';
import type { Transaction } from '@countersign/server/store/transaction';
import { withdrawPrompts } from '../decisions/questions/close-prompt.ts';
import { stopQueue } from '../decisions/questions/stop-queue.ts';
import { readControl } from '../records/control-records.ts';
import { openRuns } from '../records/open-runs.ts';
import { hasRunEndedSince, insertControl, unreportedControls } from '../rows/controls.ts';
import { openPromptsOfTask } from '../rows/questions/prompts.ts';
import type { RunRow } from '../rows/runs.ts';
import { lastRunOf, markStopping, readRun, setOpenRunStatus } from '../rows/runs.ts';
import { advanceControl, controlFact } from '../runs/control-progress.ts';
import { markRunStopped } from '../runs/run-end.ts';

export interface RequestControlInput {
  threadId: string;
  action: Control['action'];
  /** The controls the agent of the task supports, and what the server does instead. */
  can: Pick<Task['can'], 'pause' | 'stop'>;
  /** Ids for the controls, one for each run that has not ended. */
  createdIds: readonly string[];
  /** The agent is not asked to stop: its connection is closed. */
  cut?: boolean;
  reason: string | null;
  operatorId: string;
  key: string;
  bodyHash: string;
}

export type RequestControlOutcome =
  | { kind: 'requested'; controls: [Control, ...Control[]] }
  | { kind: 'impossible'; reason: WrittenStatement }
  | { kind: 'key-conflict' }
  | { kind: 'unknown' };

/** Runs that one request addresses. A task has one; an older release may have left more. */
export const maxControlled = 100;

function objection(action: Control['action'], status: string): WrittenStatement | null {
  if (action === 'pause' && (status === 'paused' || status === 'held'))
    return say('task-control.paused');
  if (action === 'pause' && status === 'stopping') return say('task-control.stopping');
  if (action === 'resume' && status !== 'paused' && status !== 'held')
    return say('task-control.not-paused');
  return null;
}

/** Journals a requested control, for every run that has not ended, before anything is sent. */
export const requestControl = operation<RequestControlInput, RequestControlOutcome>(
  'requestControl',
  async (transaction, input) => {
    const { threadId, action } = input;
    const keyed = { ...input, scope: `control:${input.operatorId}` };
    const use = await readKey(transaction, keyed);
    if (use.kind === 'key-conflict') return use;
    if (use.kind === 'repeated') {
      const control = await readControl(transaction, use.answer);
      if (control === null) return { kind: 'key-conflict' };
      return { kind: 'requested', controls: [control] };
    }
    const last = await lastRunOf(transaction, threadId);
    if (last === undefined) return { kind: 'unknown' };
    // In the same transaction: what is returned here can start no run any more.
    const waited = action === 'stop' ? await stopQueue(transaction, threadId) : 0;
    const found = await targetsOf(transaction, input, { last, waited });
    if ('objection' in found) return { kind: 'impossible', reason: found.objection };
    const controls: Control[] = [];
    for (const [index, target] of found.targets.entries()) {
      const id = input.createdIds[index];
      if (id !== undefined) controls.push(await request(transaction, input, { ...target, id }));
    }
    const [first, ...more] = controls;
    if (first === undefined) throw new Error('no control was written');
    await keepKey(transaction, keyed, first.id);
    if (found.nothingRan !== null) {
      await advanceControl(transaction, first.id, 'failed', found.nothingRan);
      return afterwards(transaction, first);
    }
    if (found.waitingRuns !== undefined) {
      await advanceControl(transaction, first.id, 'settled');
      for (const runId of found.waitingRuns) {
        await withdrawPrompts(transaction, runId, say('closed.run-stopped'));
      }
      await markRunStopped(transaction, first.runId);
      return afterwards(transaction, first);
    }
    return { kind: 'requested', controls: [first, ...more] };
  },
);

const afterwards = async (
  transaction: Transaction,
  control: Control,
): Promise<RequestControlOutcome> => ({
  kind: 'requested',
  controls: [(await readControl(transaction, control.id)) ?? control],
});

interface Target {
  runId: string;
  means: Control['means'];
}

type Targets =
  | { objection: WrittenStatement }
  | {
      targets: Target[];
      nothingRan: WrittenStatement | null;
      /** Nothing runs and nobody is asked: the questions of these runs are withdrawn. */
      waitingRuns?: readonly string[];
    };

/** The runs that a request applies to, or the reason why there are none. */
async function targetsOf(
  transaction: Transaction,
  { threadId, action, can, cut }: RequestControlInput,
  { last, waited }: { last: RunRow; waited: number },
): Promise<Targets> {
  const means = (status: string): Control['means'] => {
    if (action === 'stop') return cut ? 'close' : can.stop;
    // A run held by the server can only be released by the server.
    return status === 'held' ? 'hold' : can.pause;
  };
  const going = await openRuns(transaction, threadId);
  const open = going.filter(({ status }) => objection(action, status) === null);
  if (open.length > 0) {
    return {
      targets: open.map(({ id, status }) => ({ runId: id, means: means(status) })),
      nothingRan: null,
    };
  }
  const objected = going[0] === undefined ? null : objection(action, going[0].status);
  if (objected !== null) return { objection: objected };
  const ended = [{ runId: last.id, means: can.stop }];
  const isDisconnected = last.status === 'lost' || last.status === 'cut-off';
  // Such a run has no connection any more: it may still be running, and its agent can still receive a stop.
  if (action === 'stop' && isDisconnected && can.stop === 'agent')
    return { targets: ended, nothingRan: null };
  // The run has ended, and an answer or a default would start the next: what it asks is withdrawn.
  const waiting = action === 'stop' ? await openPromptsOfTask(transaction, threadId) : [];
  if (waiting.length > 0) {
    // The agent has something that waits to be resumed, such as a task of A2A: it is cancelled there.
    const isAgents = waiting.some(({ answered_by }) => answered_by === 'resume');
    if (isAgents && can.stop === 'agent') return { targets: ended, nothingRan: null };
    const waitingRuns = [...new Set(waiting.map(({ run }) => run))];
    return { targets: ended, nothingRan: null, waitingRuns };
  }
  if (waited > 0) {
    return { targets: ended, nothingRan: say('control.nothing-ran') };
  }
  return { objection: say('task-control.over', { status: runStatusWords(last.status) }) };
}

async function request(
  transaction: Transaction,
  input: RequestControlInput,
  { id, runId, means }: Target & { id: string },
): Promise<Control> {
  const { threadId, action, reason, operatorId } = input;
  await insertControl(transaction, {
    id,
    threadId,
    runId,
    action,
    means,
    reason,
    operatorId,
    place: await transaction.place(),
  });
  if (action === 'stop') {
    await markStopping(transaction, runId);
  }
  await controlFact(transaction, id, 'requested');
  await transaction.audit({
    operator: operatorId,
    action: `control:${action}`,
    threadId,
    detail: { controlId: id, runId, means, reason },
  });
  const control = await readControl(transaction, id);
  if (control === null) throw new Error('the control was not written');
  return control;
}

export interface StepControlInput {
  controlId: string;
  to: 'delivered' | 'acknowledged' | 'settled' | 'failed';
  failure: WrittenStatement | null;
  /** The state of the run from now on, when the server has acted itself. */
  runStatus: 'held' | 'running' | null;
}

/**
 * The next state: the agent's endpoint accepted the control or reports it as done, the server has acted itself, or it failed. A run
 * may have ended while its agent was being asked to stop.
 */
export const stepControl = operation<StepControlInput, null>(
  'stepControl',
  async (transaction, input) => {
    const before = await readControl(transaction, input.controlId);
    if (before === null) return null;
    await advanceControl(transaction, input.controlId, input.to, input.failure);
    if (before.action === 'stop' && before.means === 'agent' && input.to !== 'failed') {
      const run = await readRun(transaction, before.runId);
      if (run !== undefined && run.ended !== null) await concludeStop(transaction, input, run);
    }
    const status =
      input.runStatus ??
      // A stop that failed has not stopped anything.
      (input.to === 'failed' && before.action === 'stop' ? 'running' : null);
    if (status !== null) {
      await setOpenRunStatus(transaction, status, before.runId);
    }
    return null;
  },
  { waits: true },
);

/** The run ended while its agent was being asked: it was stopped, unless it ended normally and the agent says nothing of the stop. */
async function concludeStop(
  transaction: Transaction,
  { controlId, to }: StepControlInput,
  run: RunRow,
): Promise<void> {
  const isIgnored = run.status === 'finished' && to === 'delivered';
  if (isIgnored && (await hasRunEndedSince(transaction, controlId))) {
    await advanceControl(transaction, controlId, 'failed', say('control.stop-not-followed'));
    return;
  }
  await advanceControl(transaction, controlId, 'settled');
  await markRunStopped(transaction, run.id);
}

/** Publishes event counts that have grown since they were last published. */
export const publishCounts = operation<null, null>('publishCounts', async (transaction) => {
  const behind = await unreportedControls(transaction);
  for (const { id } of behind) await controlFact(transaction, id, 'counted');
  return null;
});
