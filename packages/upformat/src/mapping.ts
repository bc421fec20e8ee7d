import type { UpThought } from './message.ts';
import type { Fault } from './parse.ts';

/** What every structured output of a model must declare for its state to be set (UpFormat 2.3). */
export interface Declared {
  canProceed: boolean;
  /** 0 to 1. */
  confidence: number;
  explanation?: string | undefined;
  upThought?: UpThought | undefined;
}

/** The model's answer to a repair turn. */
export type RepairReply =
  | { choice: 'fixed'; output: unknown; explanation?: string }
  | { choice: 'needHuman'; explanation?: string }
  | { choice: 'beyondCapability'; explanation?: string };

export interface MappingOptions<T extends Declared> {
  /** The model's output: JSON text (a code fence around it is tolerated) or a value. */
  output: unknown;
  validate(value: unknown): { ok: true; value: T } | { ok: false; errors: Fault[] };
  /** Asks the model to mend its output, or to say why a person is needed. Without it an invalid output goes to a person. */
  repair?(request: { instruction: string; output: unknown; errors: Fault[] }): Promise<RepairReply>;
  /** At or above it the agent may go on alone; default 0.5. */
  threshold?: number;
  /** Bounded number of repair turns; default 2. */
  maxRepairTurns?: number;
}

/** The state that follows from an output, with what led to it. */
export interface Mapped<T extends Declared> {
  state: 'completed' | 'needsHumanDecision' | 'failed';
  /** Which rule of UpFormat 2.3 decided. */
  rule:
    | 'confident'
    | 'low-confidence'
    | 'cannot-proceed'
    | 'model-asks-for-a-person'
    | 'beyond-capability'
    | 'not-repaired';
  explanation: string;
  /** Present when an output was valid. */
  value?: T;
  /** Every output that was looked at, oldest first, with its faults. */
  evidence: { output: unknown; errors: Fault[] }[];
}

export const repairInstruction =
  'Either fix the validation errors, or explain why human intervention is needed.';

function readOutput(output: unknown): { ok: true; value: unknown } | { ok: false; error: Fault } {
  if (typeof output !== 'string') return { ok: true, value: output };
  const fenced = /```(?:json)?\s*([\s\S]*?)```/.exec(output);
  try {
    return { ok: true, value: JSON.parse(fenced?.[1] ?? output) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, error: { path: '', message: `is not JSON: ${reason}` } };
  }
}

function judge<T extends Declared>(value: T, threshold: number): Omit<Mapped<T>, 'evidence'> {
  const confidence = value.confidence.toFixed(2);
  if (value.confidence < threshold) {
    return {
      state: 'needsHumanDecision',
      rule: 'low-confidence',
      explanation:
        value.explanation ??
        `Confidence is ${confidence}, below ${threshold.toFixed(2)}, so a person decides.`,
      value,
    };
  }
  if (!value.canProceed) {
    return {
      state: 'needsHumanDecision',
      rule: 'cannot-proceed',
      explanation:
        value.explanation ?? 'The model says that it cannot proceed, and gives no reason.',
      value,
    };
  }
  return {
    state: 'completed',
    rule: 'confident',
    explanation: value.explanation ?? `Confidence is ${confidence}.`,
    value,
  };
}

/**
 * Sets the state that follows from a model's structured output: by rules, never by the model (UpFormat 2.3).
 * An invalid output gets a bounded number of repair turns, then a person decides with the evidence at hand.
 * Never throws: a repair that fails counts as not repaired.
 */
export async function mapOutput<T extends Declared>(
  options: MappingOptions<T>,
): Promise<Mapped<T>> {
  const { threshold = 0.5, maxRepairTurns = 2 } = options;
  const evidence: Mapped<T>['evidence'] = [];
  let output = options.output;
  for (let turn = 0; ; turn += 1) {
    const read = readOutput(output);
    const checked = read.ok
      ? options.validate(read.value)
      : { ok: false as const, errors: [read.error] };
    evidence.push({ output, errors: checked.ok ? [] : checked.errors });
    if (checked.ok) return { ...judge(checked.value, threshold), evidence };
    if (!options.repair || turn >= maxRepairTurns) {
      return {
        state: 'needsHumanDecision',
        rule: 'not-repaired',
        explanation: `The output stayed invalid after ${turn} repair ${turn === 1 ? 'turn' : 'turns'}.`,
        evidence,
      };
    }
    const reply = await askRepair(options.repair, output, checked.errors);
    if (reply.choice === 'fixed') {
      output = reply.output;
      continue;
    }
    const needsPerson = reply.choice === 'needHuman';
    return {
      state: needsPerson ? 'needsHumanDecision' : 'failed',
      rule: needsPerson ? 'model-asks-for-a-person' : 'beyond-capability',
      explanation:
        reply.explanation ??
        (needsPerson ? 'The model asks for a person.' : 'The model cannot do this.'),
      evidence,
    };
  }
}

async function askRepair(
  repair: NonNullable<MappingOptions<Declared>['repair']>,
  output: unknown,
  errors: Fault[],
): Promise<RepairReply> {
  try {
    return await repair({ instruction: repairInstruction, output, errors });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { choice: 'needHuman', explanation: `The repair turn failed: ${reason}` };
  }
}
