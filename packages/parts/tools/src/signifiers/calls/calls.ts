import { type AffordanceCall, callEntry, callIn } from '@countersign/adapters/affordance/record';
import type { AffordanceCallView } from '@countersign/api/affordance-call';
import { say } from '@countersign/api/statements';
import type { Task } from '@countersign/api/task';
import type { JsonObject } from '@countersign/json/json-object';
import { maxControlled, requestControl } from '@countersign/part-desk/controls/control-operations';
import type { DeskServices } from '@countersign/part-desk/desk-services';
import { firstInputOf } from '@countersign/part-desk/rows/runs';
import { callerOfCall } from '@countersign/part-desk/tasks/caller-of-task';
import { capabilities, readTask } from '@countersign/part-desk/tasks/records';
import { threadOfTask } from '@countersign/part-desk/tasks/thread-of-task';
import { createThreadWaits } from '@countersign/part-desk/tasks/thread-waits';
import { bodyHash } from '@countersign/server/http/body-hash';
import { ProblemError } from '@countersign/server/http/problem';
import type { Kernel } from '@countersign/server/kernel';
import { readEnvironment } from '../../rows/environment-entries.ts';
import { joinedMs } from '../../rows/old-calls.ts';
import type { Environment, FoundSignifier } from '../environment.ts';
import { beginCall, forgetCall } from '../ledger-operations.ts';
import { full, unknownEntry } from '../problems.ts';
import { argumentsHashOf, callIdOf, taskIdOfKey } from './call-ids.ts';
import { planCall } from './call-plan.ts';
import { callView } from './call-state.ts';
import { toolArguments } from './tool-of-signifier.ts';

type Deps = Pick<Kernel, 'journal' | 'clock' | 'createId' | 'snapshots'> &
  Pick<DeskServices, 'registry' | 'protocols' | 'runs' | 'runInputs' | 'controls'> & {
    environment: Environment;
  };

/** Who calls. */
export interface Caller {
  id: string;
  name: string;
  /** Operators see the calls of all. */
  seesAll: boolean;
}

/** What is called. */
export interface RequestedCall {
  signifierId: string;
  /** As given: of a tool, or as the schema of the signifier says. */
  arguments: unknown;
  profile: string | null;
  task: string | null;
  key: string | null;
  /** The digest of the request that an operator has seen and approves with the call. */
  approved: string | null;
}

export interface WaitLimit {
  ms: number;
  signal: AbortSignal;
  /** Called about every ten seconds with what the call waits for. */
  onTick?: (waitedMs: number, call: AffordanceCallView) => void;
}

/** Calls of signifiers. Each is a task, whose questions are in the queue, and that people can stop. */
export interface AffordanceCalls {
  /** Starts a call, or joins the one that it repeats. @throws {ProblemError} if it cannot be made. */
  request(caller: Caller, call: RequestedCall): Promise<AffordanceCallView>;
  /** The call as it is when it waits for nobody, the time is up, or the caller has left; null = there is none of this caller. */
  outcome(caller: Caller, callId: string, limit: WaitLimit): Promise<AffordanceCallView | null>;
  /** Stops it, if it is not over. */
  cancel(caller: Caller, callId: string): Promise<AffordanceCallView | null>;
  /** Ends all waits. */
  close(): void;
}

const tickMs = 10_000;

export function createAffordanceCalls(deps: Deps): AffordanceCalls {
  const { journal, clock, createId, runs, environment, snapshots } = deps;
  const waits = createThreadWaits(journal, clock);

  const read = async (caller: Caller, callId: string) => {
    const first = await firstInputOf(journal.read, callId);
    const record = first === undefined ? null : callIn(JSON.parse(first.input));
    if (record === null || (record.caller !== caller.id && !caller.seesAll)) return null;
    const task = await readTask(journal.read, callId);
    if (task === null) return null;
    const view = callView(callId, { record, task, thread: await threadOfTask(snapshots, task) });
    return { record, task, view };
  };

  const outcome: AffordanceCalls['outcome'] = async (caller, callId, { ms, signal, onTick }) => {
    const begun = clock.monotonic();
    const watch = waits.watch([callId]);
    let ticks = 0;
    try {
      for (;;) {
        const found = await read(caller, callId);
        if (found === null) return null;
        const { record, view } = found;
        const waited = clock.monotonic() - begun;
        const isOver = view.state !== 'waiting';
        const isLeft = signal.aborted || watch.isClosed();
        if (isOver && !isLeft && record.caller === caller.id) {
          await journal.commit(forgetCall, {
            ...{ call: record, taskId: callId, startedAt: found.task.startedAt },
            state: view.state,
          });
        }
        if (isOver || isLeft || waited >= ms) return view;
        if (Math.floor(waited / tickMs) > ticks) {
          ticks = Math.floor(waited / tickMs);
          onTick?.(waited, view);
        }
        await watch.changed({ ms: Math.min(ms - waited, (ticks + 1) * tickMs - waited), signal });
      }
    } finally {
      watch.end();
    }
  };

  /** The end of a call that nobody has fetched is no answer to one that is requested long after it. */
  const forgetOld = async (caller: Caller, call: AffordanceCall, isReading: boolean) => {
    const open = await readEnvironment(journal.read, 'call', callIdOf(call));
    if (open === null || open.taskId === null) return;
    const { taskId } = open;
    const before = await read(caller, taskId);
    if (before === null || before.view.state === 'waiting') return;
    const { endedAt, updatedAt, startedAt } = before.task;
    const keptMs = isReading ? joinedMs.reading : joinedMs.acting;
    if (clock.now() - (endedAt ?? updatedAt) < keptMs) return;
    await journal.commit(forgetCall, { call, taskId, startedAt, state: before.view.state });
  };

  return {
    async request(caller, requested) {
      const found = await environment.find(requested.signifierId);
      if (found === null) throw unknownEntry(requested.signifierId);
      const { args, record } = await recordFor(deps, caller, found, requested);
      const { key } = requested;
      const taskId = key === null ? createId() : taskIdOfKey(record.caller, record.profile, key);
      const agentId = await agentOf(deps, found, caller.id);
      const input = await inputOf(deps, { agentId, taskId, args, found, record });
      const { isReading } = planCall(found, args);
      if (key === null) await forgetOld(caller, record, isReading);
      const begun = await journal.commit(beginCall, {
        ...{ call: record, arguments: args, isKeyed: key !== null, isReading, agentId, input },
        ...{ title: record.label.slice(0, 120), owner: caller.seesAll ? null : caller.id },
      });
      if (begun.kind === 'foreign') throw new ProblemError('forbidden', say('call.profile-gone'));
      if (begun.kind === 'key-conflict') {
        throw new ProblemError('idempotency-conflict', say('request.key-used'));
      }
      if (begun.kind === 'full') throw full();
      if (begun.kind === 'started') await runs.start(input.runId);
      const made = await read(caller, begun.taskId);
      if (made === null) throw unknownEntry(requested.signifierId);
      return made.view;
    },
    outcome,
    async cancel(caller, callId) {
      const found = await read(caller, callId);
      if (found === null) return null;
      if (found.view.state === 'waiting') await stop(deps, found.task, caller.id);
      return (await read(caller, callId))?.view ?? null;
    },
    close: waits.close,
  };
}

/** What is recorded of a call, once its arguments fit and it may be made. */
async function recordFor(
  { journal, environment }: Deps,
  caller: Caller,
  found: FoundSignifier,
  { arguments: given, profile, task, approved }: RequestedCall,
): Promise<{ args: JsonObject; record: AffordanceCall }> {
  const { signifier } = found.known;
  const agent = profile === null ? null : await readEnvironment(journal.read, 'profile', profile);
  // An agent without a profile is not an operator: nothing would be forbidden to it.
  if (profile !== null && agent === null) {
    throw new ProblemError('forbidden', say('call.profile-gone'));
  }
  const objection = environment.objectionTo(found, agent);
  if (objection !== null) {
    throw new ProblemError('forbidden', say('call.signifier-blocked', { reason: objection.text }));
  }
  const args = toolArguments(signifier, given);
  const plan = args === null ? null : planCall(found, args);
  if (args === null || plan === null || plan.request === null) {
    const faults = (plan?.faults ?? []).map(({ path, message }) => `${path || '/'} ${message}`);
    const said = say('call.arguments', { faults: faults.join(' ') || 'they are no object' });
    throw new ProblemError('invalid-request', said, { errors: plan?.faults ?? [] });
  }
  if (signifier.isStream) throw new ProblemError('invalid-request', say('call.event-stream'));
  return {
    args,
    record: {
      signifierId: signifier.id,
      sourceHash: signifier.sourceHash,
      label: signifier.label,
      artifactId: found.artifact.artifact.id,
      ...{ profile, task, approved },
      caller: caller.id,
      callerName: caller.name,
      argumentsHash: argumentsHashOf(args),
    },
  };
}

/** The agent that represents a service in tasks. */
async function agentOf(
  { registry }: Deps,
  { artifact }: FoundSignifier,
  by: string,
): Promise<string> {
  const { id, name } = artifact.artifact;
  const agentId = `env-${id}`;
  if ((await registry.descriptor(agentId)) === null) {
    const { url } = artifact;
    const descriptor = {
      id: agentId,
      name,
      protocol: 'affordance',
      url,
      startedBy: 'agents',
    } as const;
    await registry.add(descriptor, by);
  }
  return agentId;
}

async function inputOf(
  { runInputs, createId }: Deps,
  {
    agentId,
    taskId,
    args,
    found,
    record,
  }: {
    agentId: string;
    taskId: string;
    args: JsonObject;
    found: FoundSignifier;
    record: AffordanceCall;
  },
) {
  const input = { tool: planCall(found, args).tool.name, arguments: args };
  const first = await runInputs.first({
    ...{ agentId, caller: callerOfCall(record), threadId: taskId, messageId: createId(), input },
    content: JSON.stringify(input),
  });
  return { ...first, context: [...(first.context ?? []), callEntry(record)] };
}

/** Stops a call, as an operator would stop its task. */
async function stop(
  { journal, registry, protocols, controls, createId }: Deps,
  task: Task,
  by: string,
): Promise<void> {
  const agent = await registry.descriptor(task.agentId);
  const able = agent && protocols.of(agent.protocol)?.capabilities(agent);
  const stopped = await journal.commit(requestControl, {
    ...{ threadId: task.id, action: 'stop', reason: null, operatorId: by },
    can: capabilities(able ?? null, true),
    createdIds: Array.from({ length: maxControlled }, createId),
    key: `call-stop-${task.runId}`,
    bodyHash: bodyHash([task.id, 'stop']),
  });
  if (!('controls' in stopped)) return;
  for (const each of stopped.controls) if (each.state === 'requested') controls.carryOut(each);
}
