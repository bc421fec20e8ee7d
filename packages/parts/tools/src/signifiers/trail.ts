import { scopeField } from '@countersign/adapters/affordance/question';
import { type AffordanceCall, callIn } from '@countersign/adapters/affordance/record';
import { argumentsField } from '@countersign/adapters/mcp-server/question';
import type { EnvironmentStep } from '@countersign/api/affordance-call';
import { isObject, memberOf } from '@countersign/json/json-object';
import { firstInputOf } from '@countersign/part-desk/rows/runs';
import { readTask } from '@countersign/part-desk/tasks/records';
import { threadOfTask } from '@countersign/part-desk/tasks/thread-of-task';
import type { Kernel } from '@countersign/server/kernel';
import type { Thread } from '@countersign/thread/thread';
import type { ThreadPrompt } from '@countersign/thread/thread-prompt';
import type { StoredStep } from '../rows/environment-entries.ts';
import { argumentsHashOf } from './calls/call-ids.ts';
import { callView } from './calls/call-state.ts';

type CallStep = Extract<StoredStep, { kind: 'call' }>;
type StepsOf = (call: CallStep) => Promise<EnvironmentStep[]>;

/** What a result is cut to, in characters of JSON: the whole one is in the task of the call. */
const maxResult = 2_000;
/** Calls that are over, whose steps are kept. */
const maxKept = 500;

/** The steps of a trail with what became of its calls, oldest first. */
export async function wholeTrail(
  steps: readonly StoredStep[],
  stepsOf: StepsOf,
): Promise<EnvironmentStep[]> {
  const all = await Promise.all(
    steps.map(
      async (step): Promise<EnvironmentStep[]> =>
        step.kind === 'call' ? [step, ...(await stepsOf(step))] : [step],
    ),
  );
  // Stable: steps of the same moment stay in the order of what leads to what.
  return all.flat().sort((one, other) => one.at - other.at);
}

/** Reads from the tasks of calls what people were asked and decided, and what the services returned. Nothing of it is stored twice. */
export function createCallSteps({
  journal,
  snapshots,
}: Pick<Kernel, 'journal' | 'snapshots'>): StepsOf {
  /** What is over does not change. */
  const kept = new Map<string, EnvironmentStep[]>();
  return async (call) => {
    const { callId } = call;
    const known = kept.get(callId);
    if (known !== undefined) return known;
    const first = await firstInputOf(journal.read, callId);
    const record = first === undefined ? null : callIn(JSON.parse(first.input));
    const task = record === null ? null : await readTask(journal.read, callId);
    // Tasks are removed when they are old.
    if (record === null || task === null) return [];
    const thread = await threadOfTask(snapshots, task);
    const steps = Object.values(thread.prompts)
      .sort((one, other) => one.sequence - other.sequence)
      .flatMap((prompt) => promptSteps(call, { record, prompt, thread }));
    const { state, result, error, reason } = callView(callId, { record, task, thread });
    if (state === 'waiting') return steps;
    const { label } = call;
    steps.push({
      ...{ kind: 'result', at: task.endedAt ?? task.updatedAt, by: task.agentName, callId, label },
      ...{ state, result: short(result) },
      ...(error === undefined ? {} : { error }),
      ...(reason == null ? {} : { reason }),
    });
    if (kept.size >= maxKept) kept.delete(kept.keys().next().value ?? '');
    kept.set(callId, steps);
    return steps;
  };
}

function short(value: unknown): unknown {
  const text = JSON.stringify(value) ?? '';
  return text.length <= maxResult ? value : `${text.slice(0, maxResult)}…`;
}

function promptSteps(
  { callId, label, by }: CallStep,
  { record, prompt, thread }: { record: AffordanceCall; prompt: ThreadPrompt; thread: Thread },
): EnvironmentStep[] {
  const { ask: asked, stated, openedAt, digest = null, decision, closedAt, closedReason } = prompt;
  const of = { callId, label };
  const steps: EnvironmentStep[] = [
    { kind: 'question', at: openedAt, by, ...of, asked, stated, digest },
  ];
  if (decision === null) {
    if (closedAt === null) return steps;
    return [
      ...steps,
      {
        ...{ kind: 'approval', at: closedAt, by: '', ...of, decision: 'withdrawn' },
        ...{ isForTask: false, reason: closedReason },
      },
    ];
  }
  const { feedback, recordedAt: at } = decision;
  const reason = memberOf(feedback.content, 'reason');
  const approval = { kind: 'approval', at, by: decision.by.name, ...of } as const;
  if (feedback.type === 'reject') {
    const words = typeof reason === 'string' && reason !== '' ? reason : null;
    return [...steps, { ...approval, decision: 'rejected', isForTask: false, reason: words }];
  }
  const value = memberOf(feedback.content, 'value');
  const isForTask =
    memberOf(value, scopeField) === 'task' && isObject(memberOf(value, argumentsField));
  const used = calledWith(thread);
  const isChanged = used !== undefined && argumentsHashOf(used) !== record.argumentsHash;
  return [
    ...steps,
    {
      ...{ ...approval, decision: isChanged ? 'changed' : 'approved', isForTask, reason: null },
      ...(isChanged ? { arguments: short(used) } : {}),
    },
  ];
}

/** The arguments with which a service was called; undefined = it was not. */
function calledWith({ items }: Thread): unknown {
  const call = items.findLast((item) => item.kind === 'tool-call');
  if (call?.kind !== 'tool-call') return undefined;
  try {
    return JSON.parse(call.args);
  } catch {
    return undefined;
  }
}
