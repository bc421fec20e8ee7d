import { type Fault, faultAt } from '@countersign/json/fault';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { pointerOf } from '@countersign/json/json-pointer';
import { checkFeedback } from './answers.ts';
import type { Unread } from './message.ts';
import { type UpMessage, upMessageSchema } from './message.ts';
import { isPrompt } from './prompt.ts';
import { withBarePayload } from './reading/bare-payload.ts';
import { coordination, readMembers } from './reading/read-message.ts';
import { wellFormed } from './reading/well-formed.ts';
import { problemsOf } from './reading/zod-faults.ts';
import { say } from './statements.ts';
import { upPromptOf } from './up-prompt.ts';

/** Silently left out when reading by a schema: zod never copies a member of this name. */
const name = '__proto__';

/** Such members of the read value, as received; only copied parts are searched. */
function lostMembers(before: unknown, after: unknown, path: string): Unread[] {
  if (before === after) return [];
  if (Array.isArray(before) && Array.isArray(after)) {
    return before.flatMap((item, index) => lostMembers(item, after[index], `${path}/${index}`));
  }
  if (!isObject(before) || !isObject(after)) return [];
  return Object.entries(before).flatMap(([member, value]) => {
    const at = `${path}${pointerOf([member])}`;
    if (Object.hasOwn(after, member)) return lostMembers(value, after[member], at);
    if (member !== name) return [];
    return [{ path: at, problem: 'No member can have this name.', value }];
  });
}

export type { Fault };

export type ParsedMessage =
  | { ok: true; message: UpMessage; warnings: Fault[] }
  | { ok: false; problems: Fault[] };

/** What is known of a message from its stream. */
export interface Carrier {
  threadId: string;
  /** ISO 8601 date-time at which it was received. */
  timestamp: string;
}

/**
 * Reads an UpFormat message (docs/protocol/message.md). The coordination layer (ids, time, state) is strict; a missing thread or time is
 * taken from the `carrier`. Every other member is read on its own: an unreadable one is kept in `unread` as received, and null
 * counts as absent. With a warning, a `timestamp` without a zone is read as UTC, and an unpaired surrogate becomes U+FFFD, because
 * a truncated text must still have a digest. Not valid = the problems. Never throws.
 */
export function parseUpMessage(value: unknown, carrier?: Carrier): ParsedMessage {
  const warnings: Fault[] = [];
  const text = wellFormed(value);
  if (!text.ok) return { ok: false, problems: [text.fault] };
  if (text.repaired) warnings.push(faultAt('', say('message.half-characters')));
  if (!isObject(text.value)) return { ok: false, problems: [notAnObject] };
  const repaired = withZone(carried(text.value, carrier, warnings), warnings);
  const strict = coordination.safeParse(repaired);
  if (!strict.success) return { ok: false, problems: problemsOf(strict.error.issues) };
  const { members, unread } = readMembers(repaired);
  const parsed = upMessageSchema.safeParse(unread.length === 0 ? members : { ...members, unread });
  if (!parsed.success) return { ok: false, problems: problemsOf(parsed.error.issues) };
  const lost = lostMembers(members, parsed.data, '');
  const all = [...unread, ...lost];
  const message = withBarePayload(
    lost.length === 0 ? parsed.data : { ...parsed.data, unread: all },
  );
  for (const { path, problem } of message.unread ?? []) warnings.push({ path, message: problem });
  warnings.push(...remarksOn(message));
  return { ok: true, message, warnings };
}

const notAnObject = faultAt('', say('message.not-an-object'));

/** A message in the stream of a thread belongs to it and has the time at which it was received. */
function carried(value: JsonObject, carrier: Carrier | undefined, warnings: Fault[]): JsonObject {
  if (carrier === undefined) return value;
  const filled: JsonObject = { ...value };
  for (const name of ['threadId', 'timestamp'] as const) {
    if (filled[name] !== undefined && filled[name] !== null) continue;
    filled[name] = carrier[name];
    warnings.push(faultAt(`/${name}`, say('message.from-stream')));
  }
  return filled;
}

const zoneless = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;

/** Python's `isoformat()` names no zone. Harmless in a timestamp; in `expiresAt` a wrong zone would send a default too early. */
function withZone(value: JsonObject, warnings: Fault[]): JsonObject {
  const { timestamp } = value;
  if (typeof timestamp !== 'string' || !zoneless.test(timestamp)) return value;
  warnings.push(faultAt('/timestamp', say('message.no-zone')));
  return { ...value, timestamp: `${timestamp}Z` };
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function remarksOn(message: UpMessage): Fault[] {
  const remarks: Fault[] = [];
  for (const name of ['messageId', 'threadId', 'parentMessageId'] as const) {
    const id = message[name];
    if (id !== undefined && !uuid.test(id)) {
      remarks.push(faultAt(`/${name}`, say('message.not-a-uuid')));
    }
  }
  if (isPrompt(message)) remarks.push(...remarksOnPrompt(message));
  return remarks;
}

function remarksOnPrompt(message: UpMessage): Fault[] {
  const remarks: Fault[] = [];
  const { defaultFeedback, expiresAt, allowed } = upPromptOf(message);
  if (allowed?.length === 0) {
    remarks.push(faultAt('/upPrompt/allowed', say('message.allowed-empty')));
  }
  if (defaultFeedback === undefined) return remarks;
  if (expiresAt === undefined) {
    remarks.push(faultAt('/upPrompt/defaultFeedback', say('message.default-never')));
  }
  for (const fault of checkFeedback(message, defaultFeedback)) {
    remarks.push({ ...fault, path: `/upPrompt/defaultFeedback${fault.path}` });
  }
  return remarks;
}
