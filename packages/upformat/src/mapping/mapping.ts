import type { Fault } from '@countersign/json/fault';
import { isObject } from '@countersign/json/json-object';
import { z } from 'zod';
import type { UpThought } from '../message.ts';
import { problemsOf } from '../reading/zod-faults.ts';

/**
 * The JSON value in the output of a model: a value, or the object in a text: bare, in a code fence or in prose.
 * Broken JSON is not repaired here, but by a repair turn of the model (docs/protocol/message.md). Never throws.
 */
function readOutput(output: unknown): { ok: true; value: unknown } | { ok: false; fault: Fault } {
  if (typeof output !== 'string') return { ok: true, value: output };
  const whole = parsed(output);
  if (whole.ok) return whole;
  for (const candidate of [...fencedIn(output), ...objectIn(output)]) {
    const found = parsed(candidate);
    if (found.ok && isObject(found.value)) return found;
  }
  return whole;
}

function parsed(text: string): { ok: true; value: unknown } | { ok: false; fault: Fault } {
  try {
    return { ok: true, value: JSON.parse(text.replace(/^\ufeff/, '')) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, fault: { path: '', message: `is not JSON: ${reason.slice(0, 200)}` } };
  }
}

/** The contents of the code fences; every other part of the text between fences. */
const fencedIn = (text: string): string[] =>
  text
    .split('```')
    .filter((_, index) => index % 2 === 1)
    .map((part) => part.replace(/^[a-z0-9]*\s/i, ''));

/** From the first brace to the last, without the surrounding prose. */
function objectIn(text: string): string[] {
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  return start >= 0 && end > start ? [text.slice(start, end + 1)] : [];
}

/** What every structured output of a model must declare for its state to be set (docs/protocol/message.md). */
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

export interface RepairRequest {
  /** The instruction for the model, as in the specification. */
  instruction: string;
  output: unknown;
  errors: Fault[];
}

/** Whether a value has the agreed form; faults carry JSON Pointers into the value. */
export type Validate<T> = (
  value: unknown,
) => { ok: true; value: T } | { ok: false; errors: Fault[] };

export interface MappingOptions<T extends Declared> {
  /** The model's output: JSON text (prose or a code fence around it is tolerated) or a value. */
  output: unknown;
  /** A zod schema, or a function around any other validator. */
  validate: z.ZodType<T> | Validate<T>;
  /** Asks the model to repair its output, or to explain why a person is needed. Without it a person is asked about an invalid output. */
  repair?(request: RepairRequest): Promise<RepairReply>;
  /** At or above it the agent may proceed without a person; default 0.5 (docs/protocol/message.md). The value used is part of the thought. */
  threshold?: number;
  /** Bounded number of repair turns; default 2. */
  maxRepairTurns?: number;
}

/** The state that follows from an output, with the reasons. */
export interface Mapped<T extends Declared> {
  state: 'completed' | 'needsHumanDecision' | 'failed';
  /** Which of the rules in docs/protocol/message.md decided. */
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
  /** The model's own thought with its confidence and canProceed, ready to be sent. Present when an output was valid. */
  upThought?: UpThought;
  /** Every output that was checked, oldest first, with its faults. */
  evidence: { output: unknown; errors: Fault[] }[];
}

export const repairInstruction =
  'Either fix the validation errors, or explain why human intervention is needed.';

/**
 * Sets the state that follows from a model's structured output: by rules, never by the model (docs/protocol/message.md).
 * An invalid output gets a limited number of repair turns, then a person decides with the available evidence.
 * Never throws: if a validator or a repair fails, a person decides.
 *
 * @example const { state, value } = await mapOutput({ output: await model(prompt), validate: schema, repair });
 */
export async function mapOutput<T extends Declared>(
  options: MappingOptions<T>,
): Promise<Mapped<T>> {
  const { repair, threshold = 0.5, maxRepairTurns = 2 } = options;
  const evidence: Mapped<T>['evidence'] = [];
  let output = options.output;
  for (let turn = 0; ; turn += 1) {
    const checked = await check(output, options.validate);
    evidence.push({ output, errors: checked.ok ? [] : checked.errors });
    if (checked.ok) return { ...judge(checked.value, threshold), evidence };
    if (repair === undefined || !(turn < maxRepairTurns)) {
      return { ...givenUp(turn, checked.errors), evidence };
    }
    const reply = await ask(repair, {
      instruction: repairInstruction,
      output,
      errors: checked.errors,
    });
    if (reply.choice !== 'fixed') return { ...declined(reply), evidence };
    output = reply.output;
  }
}

type Judged<T extends Declared> = Omit<Mapped<T>, 'evidence'>;

async function check<T extends Declared>(
  output: unknown,
  validate: MappingOptions<T>['validate'],
): Promise<ReturnType<Validate<T>>> {
  const read = readOutput(output);
  if (!read.ok) return { ok: false, errors: [read.fault] };
  try {
    const checked =
      typeof validate === 'function' ? validate(read.value) : await parse(validate, read.value);
    const errors = checked.ok ? faultsOfDeclared(checked.value) : checked.errors;
    return checked.ok && errors.length > 0 ? { ok: false, errors } : checked;
  } catch (error) {
    return { ok: false, errors: [{ path: '', message: `could not be checked: ${said(error)}` }] };
  }
}

async function parse<T>(schema: z.ZodType<T>, value: unknown): Promise<ReturnType<Validate<T>>> {
  const parsed = await schema.safeParseAsync(value);
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, errors: problemsOf(parsed.error.issues) };
}

const declaredSchema = z.looseObject({
  canProceed: z.boolean(),
  confidence: z.number().min(0).max(1),
});

/** The rules depend on these two: a validator that does not check them must not determine a state. */
function faultsOfDeclared(value: unknown): Fault[] {
  const parsed = declaredSchema.safeParse(value);
  return parsed.success ? [] : problemsOf(parsed.error.issues);
}

function judge<T extends Declared>(value: T, threshold: number): Judged<T> {
  const { confidence, canProceed } = value;
  const upThought = { ...value.upThought, confidence, canProceed, threshold };
  const own = value.explanation?.trim() || undefined;
  // Written so that a threshold of NaN asks a person too.
  if (!(confidence >= threshold)) {
    const measured = `Confidence is ${confidence}, below ${threshold}, so a person decides.`;
    const explanation = own ?? measured;
    return { state: 'needsHumanDecision', rule: 'low-confidence', explanation, value, upThought };
  }
  if (!canProceed) {
    const explanation = own ?? 'The model says that it cannot proceed, and gives no reason.';
    return { state: 'needsHumanDecision', rule: 'cannot-proceed', explanation, value, upThought };
  }
  const explanation = own ?? `Confidence is ${confidence}.`;
  return { state: 'completed', rule: 'confident', explanation, value, upThought };
}

function givenUp<T extends Declared>(turns: number, errors: readonly Fault[]): Judged<T> {
  const tried =
    turns === 0
      ? 'The output is not valid'
      : `The output stayed invalid after ${turns} repair ${turns === 1 ? 'turn' : 'turns'}`;
  const [first] = errors;
  const why = first === undefined ? '.' : `: ${`${first.path} ${first.message}`.trim()}`;
  return {
    state: 'needsHumanDecision',
    rule: 'not-repaired',
    explanation: `${tried}${why}`,
  };
}

function declined<T extends Declared>(reply: Exclude<RepairReply, { choice: 'fixed' }>): Judged<T> {
  const needsPerson = reply.choice === 'needHuman';
  const plain = needsPerson ? 'The model asks for a person.' : 'The model cannot do this.';
  return {
    state: needsPerson ? 'needsHumanDecision' : 'failed',
    rule: needsPerson ? 'model-asks-for-a-person' : 'beyond-capability',
    explanation: reply.explanation?.trim() || plain,
  };
}

const choices: ReadonlySet<unknown> = new Set(['fixed', 'needHuman', 'beyondCapability']);

/** The reply comes from a model as well: one without a known choice is another attempt at the output. */
async function ask(
  repair: NonNullable<MappingOptions<Declared>['repair']>,
  request: RepairRequest,
): Promise<RepairReply> {
  try {
    const reply: unknown = await repair(request);
    return isReply(reply) ? reply : { choice: 'fixed', output: reply };
  } catch (error) {
    return { choice: 'needHuman', explanation: `The repair turn failed: ${said(error)}` };
  }
}

const isReply = (reply: unknown): reply is RepairReply =>
  isObject(reply) &&
  choices.has(reply['choice']) &&
  (reply['explanation'] === undefined || typeof reply['explanation'] === 'string');

const said = (error: unknown): string => (error instanceof Error ? error.message : String(error));
