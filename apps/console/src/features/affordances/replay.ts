import type { EnvironmentStep } from '@countersign/api/affordance-call';

export type StepOf<Kind extends EnvironmentStep['kind']> = Extract<EnvironmentStep, { kind: Kind }>;

/** A call, as far as it had come. */
export interface CallThen {
  call: StepOf<'call'>;
  question: StepOf<'question'> | null;
  approval: StepOf<'approval'> | null;
  result: StepOf<'result'> | null;
}

/** What was known at a step: of each kind the last one before it, and all calls, newest first. */
export interface KnownThen {
  context: StepOf<'context'> | null;
  selection: StepOf<'selection'> | null;
  exposure: StepOf<'exposure'> | null;
  calls: readonly CallThen[];
}

/** Plays the first `count` steps of a trail. */
export function knownAfter(steps: readonly EnvironmentStep[], count: number): KnownThen {
  const known: KnownThen = { context: null, selection: null, exposure: null, calls: [] };
  const calls = new Map<string, CallThen>();
  for (const step of steps.slice(0, count)) {
    switch (step.kind) {
      case 'context':
        known.context = step;
        break;
      case 'selection':
        known.selection = step;
        break;
      case 'exposure':
        known.exposure = step;
        break;
      case 'call':
        calls.set(step.callId, { call: step, question: null, approval: null, result: null });
        break;
      default: {
        const before = calls.get(step.callId);
        // Its call is older than the trail.
        if (before !== undefined) calls.set(step.callId, { ...before, [step.kind]: step });
      }
    }
  }
  return { ...known, calls: [...calls.values()].reverse() };
}

/** Names a step in an address: positions shift when the oldest steps go. */
export const nameOfStep = (step: EnvironmentStep): string =>
  [step.at, step.kind, ...('callId' in step ? [step.callId] : [])].join(':');
