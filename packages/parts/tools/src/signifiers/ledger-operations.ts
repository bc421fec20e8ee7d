import { type AffordanceCall, callIn } from '@countersign/adapters/affordance/record';
import type { AffordanceCallView } from '@countersign/api/affordance-call';
import type { RunAgentInput } from '@countersign/hai/run-input';
import { firstInputOf } from '@countersign/part-desk/rows/runs';
import { isTask } from '@countersign/part-desk/rows/tasks';
import { createTask } from '@countersign/part-desk/tasks/task-operations';
import { operation } from '@countersign/server/journal/operation';
import type { Transaction } from '@countersign/server/store/transaction';
import {
  countEnvironment,
  deleteEnvironment,
  putEnvironment,
  readEnvironment,
  type StoredCall,
  type StoredStep,
} from '../rows/environment-entries.ts';
import { callIdOf, callsOf } from './calls/call-ids.ts';

export interface BeginCallInput {
  call: AffordanceCall;
  arguments: unknown;
  /** The caller has named the call: it is the one with this id of a task, whenever it was made. */
  isKeyed: boolean;
  /** It changes nothing. */
  isReading: boolean;
  agentId: string;
  title: string;
  input: RunAgentInput;
  /** Whose its profile has to be; null = anyone's. */
  owner: string | null;
}

export type BegunCall =
  | { kind: 'started' | 'joined'; taskId: string }
  /** `foreign`: the profile is not there for its caller. */
  | { kind: 'foreign' }
  | { kind: 'key-conflict' }
  | { kind: 'full' };

/** Of each caller. */
const maxCalls = 1_000;

/**
 * Starts a call, once: one with the same key is the same call, and so is one with the same arguments whose outcome its caller does not
 * have yet. Repeating a request never acts twice.
 */
export const beginCall = operation<BeginCallInput, BegunCall>(
  'beginCall',
  async (transaction, begun) => {
    const { call, isKeyed, isReading, agentId, title, input, arguments: args, owner } = begun;
    const { threadId: taskId } = input;
    if (call.profile !== null && owner !== null) {
      const profile = await readEnvironment(transaction, 'profile', call.profile);
      if (profile?.owner !== owner) return { kind: 'foreign' };
    }
    if (isKeyed && (await isTask(transaction, taskId))) {
      const before = await recordOf(transaction, taskId);
      const isSame =
        before?.signifierId === call.signifierId && before.argumentsHash === call.argumentsHash;
      return isSame ? { kind: 'joined', taskId } : { kind: 'key-conflict' };
    }
    const id = callIdOf(call);
    const open = isKeyed ? null : await readEnvironment(transaction, 'call', id);
    const openId = open?.taskId ?? null;
    if (openId !== null && (await isTask(transaction, openId))) {
      return { kind: 'joined', taskId: openId };
    }
    if (!isKeyed) {
      const count = await countEnvironment(transaction, 'call', callsOf(call.caller));
      if (open === null && count >= maxCalls) return { kind: 'full' };
      const entry: StoredCall = { ...(open ?? { wasUnknown: false }), taskId, isReading };
      await putEnvironment(transaction, 'call', id, entry);
    }
    const { caller: operatorId } = call;
    const reads = isReading && call.profile !== null;
    await createTask(transaction, { title, agentId, operatorId, input, words: null, reads });
    if (call.profile !== null) {
      const { signifierId, label, caller: by } = call;
      const step = {
        kind: 'call',
        callId: taskId,
        signifierId,
        label,
        arguments: args,
        by,
      } as const;
      await follow(transaction, call.profile, { ...step, at: transaction.now });
    }
    return { kind: 'started', taskId };
  },
);

async function recordOf(transaction: Transaction, taskId: string): Promise<AffordanceCall | null> {
  const first = await firstInputOf(transaction, taskId);
  return first === undefined ? null : callIn(JSON.parse(first.input));
}

export interface KnownOutcome {
  call: AffordanceCall;
  taskId: string;
  /** When the call began, epoch ms. */
  startedAt: number;
  state: AffordanceCallView['state'];
}

/**
 * The caller has the outcome of a call: the same call again is another one. After an unknown outcome it is asked about, until one that
 * began later is done. Outcomes are read again and in any order, so each counts for its own call only.
 */
export const forgetCall = operation<KnownOutcome, null>(
  'forgetCall',
  async (transaction, { call, taskId, startedAt, state }) => {
    const id = callIdOf(call);
    const before = await readEnvironment(transaction, 'call', id);
    const { asOf = -1, ...rest } = before ?? { taskId: null, wasUnknown: false };
    const next: StoredCall = {
      ...rest,
      ...(asOf < 0 ? {} : { asOf }),
      taskId: rest.taskId === taskId ? null : rest.taskId,
    };
    const isUnknown = state === 'unknown' && startedAt > asOf;
    const isSettled = state === 'done' && rest.wasUnknown && startedAt >= asOf;
    if (isUnknown || isSettled) Object.assign(next, { wasUnknown: isUnknown, asOf: startedAt });
    const isEmpty = next.taskId === null && !next.wasUnknown && next.asOf === undefined;
    if (isEmpty) await deleteEnvironment(transaction, 'call', id);
    else await putEnvironment(transaction, 'call', id, next);
    return null;
  },
);

/** Of each profile; older steps are left out. */
const maxSteps = 100;
/** Of each profile, in characters of JSON: it is written again with each step. */
const maxTrail = 64 * 1024;
const maxArguments = 2_000;
const maxReason = 300;

/** A step as a trail keeps it: the whole arguments are in the task of the call. */
function briefly<Step extends WithoutTime<StoredStep>>(step: Step): Step {
  if (step.kind === 'call') {
    const text = JSON.stringify(step.arguments) ?? '';
    return text.length <= maxArguments
      ? step
      : { ...step, arguments: `${text.slice(0, maxArguments)}…` };
  }
  if (step.kind === 'context') return { ...step, context: step.context.slice(0, maxArguments) };
  if (step.kind !== 'selection') return step;
  const recommended = step.recommended.map(({ reason, ...one }) => ({
    ...{ ...one, reason: reason.slice(0, maxReason) },
  }));
  return { ...step, recommended };
}

async function follow(transaction: Transaction, profile: string, step: StoredStep) {
  const before = (await readEnvironment(transaction, 'trail', profile))?.steps ?? [];
  const steps = [...before, briefly(step)].slice(-maxSteps);
  let size = JSON.stringify(steps).length;
  while (size > maxTrail && steps.length > 1) size -= JSON.stringify(steps.shift()).length + 1;
  await putEnvironment(transaction, 'trail', profile, { steps });
}

/** Records what happened for a profile. A selection or exposure that is the last one again is not repeated. */
export const noteStep = operation<{ profile: string; step: WithoutTime<StoredStep> }, null>(
  'noteStep',
  async (transaction, { profile, step }) => {
    const steps = (await readEnvironment(transaction, 'trail', profile))?.steps ?? [];
    const last = steps.findLast(({ kind }) => kind === step.kind);
    if (last !== undefined) {
      const { at: _, ...said } = last;
      if (JSON.stringify(said) === JSON.stringify(briefly(step)) && step.kind !== 'call')
        return null;
    }
    await follow(transaction, profile, { ...step, at: transaction.now });
    return null;
  },
);

type WithoutTime<Step> = Step extends unknown ? Omit<Step, 'at'> : never;
