import { z } from 'zod';
import { checkFeedback } from './answers.ts';
import type { Fault } from './fault.ts';
import { isObject } from './json-object.ts';
import {
  type UpFeedback,
  type UpMessage,
  upFeedbackSchema,
  upMessageSchema,
  upPromptSchema,
} from './message.ts';
import { isPrompt } from './prompt.ts';
import { earlierSpellings, upPromptOf } from './up-prompt.ts';
import { wellFormed } from './well-formed.ts';
import { withoutNulls } from './without-nulls.ts';
import { problemsOf } from './zod-faults.ts';

export type { Fault };

export type ParsedMessage =
  | { ok: true; message: UpMessage; warnings: Fault[] }
  | { ok: false; problems: Fault[] };
export type ParsedFeedback =
  | { ok: true; feedback: UpFeedback; warnings: Fault[] }
  | { ok: false; problems: Fault[] };

/**
 * Reads an UpFormat message (UpFormat section 1): unknown members stay, a null optional member counts as absent (what Pydantic sends
 * for None). With a warning, a `timestamp` without a zone is read as UTC and half a surrogate pair becomes U+FFFD, for a text
 * cut in two must still be sealed. Not valid = quarantine it with the problems. Never throws.
 */
export function parseUpMessage(value: unknown): ParsedMessage {
  const warnings: Fault[] = [];
  const text = wellFormed(value);
  if (!text.ok) return { ok: false, problems: [text.fault] };
  if (text.mended) warnings.push({ path: '', message: 'Half characters were replaced.' });
  const mended = withZone(withoutNulls(incomingSchema, text.value), warnings);
  const parsed = incomingSchema.safeParse(mended);
  if (!parsed.success) return { ok: false, problems: problemsOf(parsed.error.issues) };
  const message = upMessageSchema.parse(parsed.data);
  warnings.push(...remarksOn(message));
  return { ok: true, message, warnings };
}

/** Reads an upFeedback (UpFormat section 3) on its own, without the prompt it answers: see `checkFeedback`. Never throws. */
export function parseUpFeedback(value: unknown): ParsedFeedback {
  const text = wellFormed(value);
  if (!text.ok) return { ok: false, problems: [text.fault] };
  const parsed = upFeedbackSchema.safeParse(withoutNulls(upFeedbackSchema, text.value));
  if (!parsed.success) return { ok: false, problems: problemsOf(parsed.error.issues) };
  const warnings = text.mended ? [{ path: '', message: 'Half characters were replaced.' }] : [];
  return { ok: true, feedback: parsed.data, warnings };
}

/** As it may come: with what stands under `upPrompt` today beside the payload. */
const members: Readonly<Record<string, z.ZodType>> = upPromptSchema.shape;
const incomingSchema = upMessageSchema.extend(
  Object.fromEntries(
    Object.entries(earlierSpellings).map(([name, spelling]) => [
      spelling,
      members[name] ?? z.unknown(),
    ]),
  ),
);

const zoneless = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;

/** Python's `isoformat()` names no zone. Harmless in a timestamp; in `expiresAt` a wrong guess would fire a default too early. */
function withZone(value: unknown, warnings: Fault[]): unknown {
  if (!isObject(value)) return value;
  const { timestamp } = value;
  if (typeof timestamp !== 'string' || !zoneless.test(timestamp)) return value;
  warnings.push({ path: '/timestamp', message: 'It names no time zone: read as UTC.' });
  return { ...value, timestamp: `${timestamp}Z` };
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function remarksOn(message: UpMessage): Fault[] {
  const remarks: Fault[] = [];
  for (const name of ['messageId', 'threadId', 'parentMessageId'] as const) {
    const id = message[name];
    if (id !== undefined && !uuid.test(id)) {
      remarks.push({ path: `/${name}`, message: 'This id is not a UUID.' });
    }
  }
  if (isPrompt(message)) remarks.push(...remarksOnPrompt(message));
  return remarks;
}

function remarksOnPrompt(message: UpMessage): Fault[] {
  const remarks: Fault[] = [];
  const { defaultFeedback, expiresAt, allowed } = upPromptOf(message);
  if (allowed?.length === 0) {
    remarks.push({ path: '/upPrompt/allowed', message: 'It is empty: taken as not given.' });
  }
  if (defaultFeedback === undefined) return remarks;
  if (expiresAt === undefined) {
    remarks.push({
      path: '/upPrompt/defaultFeedback',
      message: 'Without expiresAt it is never applied.',
    });
  }
  for (const { path, message: text } of checkFeedback(message, defaultFeedback)) {
    remarks.push({ path: `/upPrompt/defaultFeedback${path}`, message: text });
  }
  return remarks;
}
