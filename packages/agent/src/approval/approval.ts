import { isObject, type JsonObject } from '@countersign/json/json-object';
import { judge } from '@countersign/json-schema/judge';
import { z } from 'zod';
import { askOnce, type OnceAnswer } from '../questions/ask-once.ts';
import { QuestionFault } from '../questions/question-calls.ts';
import type { ReceiptOptions } from '../receipts.ts';

/** How a tool is asked about. The address and the token may stand in `COUNTERSIGN_URL` and `COUNTERSIGN_TOKEN`. */
export interface ApprovalOptions<Input = unknown> {
  url?: string | undefined;
  token?: string | undefined;
  /** The question in one line. Default: names the tool. */
  ask?: ((input: Input) => string) | undefined;
  /** Seconds. At the deadline the tool is not called: an approval has no default. */
  expiresIn?: number | undefined;
  severity?: 'info' | 'minor' | 'major' | 'critical' | undefined;
  /** Questions with the same name are one task. */
  task?: string | undefined;
  /** Whether people may change the input. Default true. */
  editable?: boolean | undefined;
  /** For how long the server may be away until the call fails, in milliseconds. Default 5 minutes. */
  awayMs?: number | undefined;
  /** Keys of the server: without a receipt of one of them, for exactly the input, the tool is not called. */
  receipts?: ReceiptOptions | undefined;
}

/** A call as a framework is about to make it. */
export interface Call {
  name: string;
  description?: string | undefined;
  input: unknown;
  /** What the framework describes the input with: a zod schema, a JSON Schema, or an object with one in `jsonSchema`. */
  schema?: unknown;
  signal?: AbortSignal | undefined;
}

/** Nobody approved the call: it is not made. The message is a sentence for the model. */
export class NotApproved extends Error {
  readonly answer: OnceAnswer;

  constructor(name: string, answer: OnceAnswer) {
    const { type, by, reason } = answer;
    const who = by ?? 'Nobody';
    const said = by === null ? 'approved it' : 'did not approve it';
    const why = reason === null ? '' : `: ${reason}`;
    super(
      `${name} was not called. ${type === 'expired' ? 'Nobody answered in time' : `${who} ${said}`}${why}`,
    );
    this.name = 'NotApproved';
    this.answer = answer;
  }
}

/**
 * Asks whether a call may be made, and returns the input to make it with: the given one if it was approved, what a person made of it
 * if it was edited. In every other case it throws. INVARIANT: a tool runs only after this has returned (`ask-once.test.ts` of the server).
 *
 * @throws {NotApproved} if a person or a rule refused, or nobody answered
 * @throws {QuestionFault} if it could not be asked
 */
export async function approvedInput<Input>(
  call: Call & { input: Input },
  options: ApprovalOptions<Input>,
): Promise<unknown> {
  const { url = process.env['COUNTERSIGN_URL'], token = process.env['COUNTERSIGN_TOKEN'] } =
    options;
  if (url === undefined || token === undefined) {
    throw new QuestionFault('Set url and token, or COUNTERSIGN_URL and COUNTERSIGN_TOKEN.');
  }
  const { name, description, input, signal } = call;
  const shown = JSON.stringify(input ?? null);
  const payload: unknown = JSON.parse(shown);
  const schema = formOf(call.schema, payload);
  const { expiresIn, severity, task, editable = true, awayMs } = options;
  const answer = await askOnce(
    url,
    token,
    {
      ask: options.ask?.(input) ?? `May ${name} be called?`,
      payload,
      ...(schema === null ? {} : { schema }),
      allowed: editable ? ['approve', 'edit', 'reject'] : ['approve', 'reject'],
      ...(description === undefined || description === '' ? {} : { explanation: description }),
      ...(expiresIn === undefined ? {} : { expiresIn }),
      ...(severity === undefined ? {} : { severity }),
      ...(task === undefined ? {} : { task }),
    },
    {
      ...(signal === undefined ? {} : { signal }),
      ...(awayMs === undefined ? {} : { awayMs }),
      ...(options.receipts === undefined ? {} : { receipts: options.receipts }),
    },
  );
  if (answer.type === 'approve') {
    // The program may have changed the object while a person read what it was.
    if (JSON.stringify(input ?? null) === shown) return input;
    throw new QuestionFault(`${name} was not called: its input changed after it was shown.`);
  }
  if (answer.type === 'edit' && editable) return validated(call.schema, answer.value);
  throw new NotApproved(name, answer);
}

/** The JSON Schema of the form; null = the server infers one, as the input is not what the schema describes. */
function formOf(schema: unknown, payload: unknown): JsonObject | null {
  const described = jsonSchemaOf(schema);
  if (described === null || judge(described, payload).faults.length > 0) return null;
  return described;
}

function jsonSchemaOf(schema: unknown): JsonObject | null {
  if (!isObject(schema)) return null;
  if (isZod4(schema)) {
    try {
      return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    } catch {
      return null;
    }
  }
  // Of the AI SDK.
  if (isObject(schema['jsonSchema'])) return schema['jsonSchema'];
  return 'type' in schema && 'properties' in schema ? schema : null;
}

/** Also of another copy of zod than ours. */
const isZod4 = (schema: object): schema is z.ZodType => '_zod' in schema;

/** What a person made of the input, as the tool reads it. @throws {QuestionFault} if it does not fit */
async function validated(schema: unknown, value: unknown): Promise<unknown> {
  const standard = isObject(schema) || typeof schema === 'function' ? standardOf(schema) : null;
  if (standard !== null) {
    const read = await standard.validate(value);
    if (read.issues === undefined) return read.value;
    throw new QuestionFault(`The edited input does not fit: ${read.issues[0]?.message}`);
  }
  const described = jsonSchemaOf(schema);
  const fault = described === null ? undefined : judge(described, value).faults[0];
  if (fault === undefined) return value;
  throw new QuestionFault(`The edited input does not fit its schema at /${fault.path.join('/')}.`);
}

/** https://standardschema.dev */
interface Standard {
  validate(value: unknown): Validated | Promise<Validated>;
}
type Validated =
  | { value: unknown; issues?: undefined }
  | { issues: readonly { message: string }[] };

const standardOf = (schema: object): Standard | null =>
  '~standard' in schema ? (schema['~standard'] as Standard) : null;
