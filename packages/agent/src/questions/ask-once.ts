import { randomUUID } from 'node:crypto';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import type { z } from 'zod';
import { contextOf, type ValueSchema, valueReader } from '../outcome.ts';
import { type ReceiptOptions, receiptObjection } from '../receipts.ts';
import { type QuestionCalls, QuestionFault, questionCalls } from './question-calls.ts';
import { lifetimeFaults, payloadFaults, refuse } from './refusals.ts';

/** A question to a person, without an agent (docs/http.md). Members that are not named here are refused by the server. */
export interface OnceQuestion<Schema extends ValueSchema = ValueSchema> {
  ask: string;
  /** The proposal; it must fit the schema. */
  payload?: [Schema] extends [z.ZodType] ? z.input<Schema> : unknown;
  /** Of the value of an answer: a zod schema, which gives the value its type, or a JSON Schema. */
  schema?: Schema;
  allowed?: readonly ('approve' | 'edit' | 'reject' | 'rank' | 'comment' | 'instruction')[];
  severity?: 'info' | 'minor' | 'major' | 'critical';
  /** From 0 to 1. */
  confidence?: number;
  /** Markdown. */
  explanation?: string;
  reasoning?: readonly string[];
  /** Seconds. */
  expiresIn?: number;
  default?: 'approve' | 'reject';
  task?: string;
  links?: readonly { title: string; url: string }[];
  holdMs?: number;
}

export interface AskOnceOptions {
  /** Ends the wait and withdraws the question. */
  signal?: AbortSignal;
  /** The same question under the same key is asked once, also by another process. Default: a new one for every call. */
  key?: string;
  /** For how long the server may be away, or refuse for now, until the wait fails. Default 5 minutes. */
  awayMs?: number;
  /** Keys of the server: an approval or edit without a receipt of one of them, for exactly its value, is an error. */
  receipts?: ReceiptOptions;
}

/** Who answered, in which way (`operator`, `bulk` = with other questions at once, `rule`, `default`, `escalation`) and when (ISO 8601). Null = nobody did. */
interface AnsweredBy {
  reason: string | null;
  by: string | null;
  how: string | null;
  at: string | null;
  /** The signed receipt of the decision; undefined = there is none. */
  receipt?: unknown;
}

/** What became of a question. The value of `approve` is the proposal, of `edit` what a person made of it. */
export type OnceAnswer<Value = unknown> = AnsweredBy &
  (
    | { type: 'approve' | 'edit'; value: Value }
    | { type: 'rank'; value: readonly string[] }
    | { type: 'reject' | 'comment' | 'instruction' | 'expired' | 'withdrawn'; value: undefined }
  );

type OnceValue<Schema extends ValueSchema> = [Schema] extends [z.ZodType]
  ? z.output<Schema>
  : unknown;

/**
 * Asks a person and waits for the answer, over lost connections and restarts of the server.
 *
 * @param url the address of the console
 * @param token of a program that asks over HTTP (Settings → Programs that ask)
 * @throws {InvalidQuestion} before it is asked, if it cannot be meant
 * @throws {QuestionFault} if the server refuses it, or is away for too long
 * @throws the reason of the signal
 *
 * @example
 * const answer = await askOnce(url, token, { ask: 'Deploy?', expiresIn: 3_600 });
 * if (answer.type === 'approve') deploy();
 */
export async function askOnce<Schema extends ValueSchema = ValueSchema>(
  url: string,
  token: string,
  question: OnceQuestion<Schema>,
  options: AskOnceOptions = {},
): Promise<OnceAnswer<OnceValue<Schema>>> {
  const { schema, ...rest } = question;
  const reader = valueReader(schema);
  const lifetime = rest.expiresIn === undefined ? [] : lifetimeFaults(rest.expiresIn);
  refuse([...payloadFaults(rest.payload, reader), ...lifetime]);
  const described = schema === undefined ? {} : { schema: contextOf(schema).schema };
  const { signal = new AbortController().signal, key = randomUUID(), awayMs = 300_000 } = options;
  signal.throwIfAborted();
  const calls = questionCalls({ url, token, awayMs });
  const read = await settled(calls, { body: { ...rest, ...described }, key, signal });
  if (read.type !== 'approve' && read.type !== 'edit') return read as OnceAnswer<never>;
  if (options.receipts !== undefined) await checkReceipt(read, options.receipts);
  if (schema === undefined || read.value === undefined) return read as OnceAnswer<never>;
  const value = reader.value(read.value);
  if ('value' in value) return { ...read, value: value.value as OnceValue<Schema> };
  const [fault] = value.faults;
  throw new QuestionFault(`The answer does not fit the schema: ${fault?.path} ${fault?.message}`);
}

/** @throws {QuestionFault} if the answer is not proven */
async function checkReceipt(
  { receipt, value }: OnceAnswer,
  receipts: ReceiptOptions,
): Promise<void> {
  const objection = await receiptObjection({ receipt, value, now: Date.now() }, receipts);
  if (objection !== null) throw new QuestionFault(`The answer is not acted on. ${objection}`);
}

/** Asks, and waits until there is an outcome. */
async function settled(
  calls: QuestionCalls,
  { body, key, signal }: { body: JsonObject; key: string; signal: AbortSignal },
): Promise<OnceAnswer> {
  const stop = new AbortController();
  const asked = calls.ask(body, key, stop.signal);
  const aborted = new Promise<never>((_, reject) => {
    // A signal may outlive many questions.
    signal.addEventListener('abort', () => reject(signal.reason), { signal: stop.signal });
  });
  aborted.catch(() => {});
  const waiting = async () => answerOf(await calls.end(await asked, stop.signal));
  const answer = waiting();
  answer.catch(() => {});
  try {
    return await Promise.race([answer, aborted]);
  } catch (error) {
    if (signal.aborted) await calls.withdraw(asked, { body, key }).catch(() => {});
    throw error;
  } finally {
    stop.abort();
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function answerOf(state: JsonObject): OnceAnswer {
  const { status, outcome } = state;
  if (status === 'expired' || status === 'withdrawn') {
    const nobody = { by: null, how: null, at: null };
    return { type: status, value: undefined, reason: textOf(state['reason']), ...nobody };
  }
  if (status !== 'answered' || !isObject(outcome)) {
    throw new QuestionFault(textOf(state['reason']) ?? 'The question failed.');
  }
  const by = {
    reason: textOf(outcome['reason']),
    by: textOf(outcome['by']),
    how: textOf(outcome['how']),
    at: textOf(outcome['at']),
    ...(outcome['receipt'] === undefined ? {} : { receipt: outcome['receipt'] }),
  };
  return { type: outcome['type'], value: outcome['value'], ...by } as OnceAnswer;
}
