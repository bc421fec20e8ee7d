import type { Fault } from '@countersign/json/fault';
import { isObject } from '@countersign/json/json-object';
import { type UpPrompt, upFeedbackSchema } from '@countersign/upformat/message';
import { type Holder, proposalOf } from '@countersign/upformat/reading/bare-payload';
import { problemsOf } from '@countersign/upformat/reading/zod-faults';
import { z } from 'zod';
import type { ValueReader } from '../outcome.ts';

/** A question that cannot be meant: it is refused before it is sent. `faults`: JSON Pointers into the question. */
export class InvalidQuestion extends TypeError {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    const listed = faults.map(({ path, message }) => `${path}: ${message}`);
    super(`The question cannot be asked. ${listed.join('; ')}`);
    this.name = 'InvalidQuestion';
    this.faults = faults;
  }
}

/** @throws {InvalidQuestion} if there are any */
export function refuse(faults: readonly Fault[]): void {
  if (faults.length > 0) throw new InvalidQuestion(faults);
}

const under = (path: string, faults: readonly Fault[]): Fault[] =>
  faults.map((fault) => ({ ...fault, path: path + fault.path }));

/** Why `seconds` from now is no deadline. */
export function lifetimeFaults(seconds: number): Fault[] {
  // Beyond that no date can be written.
  const isLifetime = seconds > 0 && seconds < 1e11;
  const message = `Must be a number of seconds above 0, not ${seconds}.`;
  return isLifetime ? [] : [{ path: '/expiresIn', message }];
}

const isoSchema = z.iso.datetime({ offset: true });
const noDeadline = 'Must be a date and time with an offset, like 2026-11-21T10:00:00Z.';

/** Why `given`, as its author wrote it, is no deadline. */
export function deadlineFaults(given: unknown, nowMs: number): Fault[] {
  const path = '/expiresAt';
  if (given === undefined) return [];
  if (!isoSchema.safeParse(given).success) return [{ path, message: noDeadline }];
  const isPast = Date.parse(String(given)) <= nowMs;
  return isPast ? [{ path, message: `Must be in the future, not ${String(given)}.` }] : [];
}

/** Why a proposal is none: it has no form in a message. */
export function proposalFaults(payload: unknown): Fault[] {
  const isProposal =
    payload === undefined ||
    typeof payload === 'string' ||
    Array.isArray(payload) ||
    isObject(payload);
  return isProposal ? [] : [{ path: '/payload', message: 'Must be an object, a list or a text.' }];
}

/** Why a proposal does not fit its schema. */
export function payloadFaults(payload: unknown, { value }: ValueReader): Fault[] {
  if (payload === undefined) return [];
  const read = value(payload);
  return 'faults' in read ? under('/payload', read.faults) : [];
}

/** Why the default of a question could not be given at its deadline. */
function defaultFaults(part: Prompting, { feedback }: ValueReader): Fault[] {
  const { defaultFeedback, allowed = [] } = part.upPrompt ?? {};
  if (defaultFeedback === undefined) return [];
  const path = '/defaultFeedback';
  const shaped = upFeedbackSchema.safeParse(defaultFeedback);
  if (!shaped.success) return under(path, problemsOf(shaped.error.issues));
  if (allowed.length > 0 && !allowed.includes(shaped.data.type)) {
    return [
      { path: `${path}/type`, message: `Must be one of those allowed: ${allowed.join(', ')}.` },
    ];
  }
  const read = feedback(part, shaped.data);
  return 'faults' in read ? under(path, read.faults) : [];
}

interface Prompting extends Holder {
  upPrompt?: UpPrompt | undefined;
}

/** Why a question could not be answered as its author means it. `nowMs`: epoch milliseconds; null = its deadline is not new. */
export function questionFaults(
  part: Prompting,
  reader: ValueReader,
  nowMs: number | null,
): Fault[] {
  const payload = payloadFaults(proposalOf(part), reader);
  return [
    ...payload,
    ...(nowMs === null ? [] : deadlineFaults(part.upPrompt?.expiresAt, nowMs)),
    // The default of a proposal that does not fit would repeat its faults.
    ...(payload.length > 0 ? [] : defaultFaults(part, reader)),
  ];
}
