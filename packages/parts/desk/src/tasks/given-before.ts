import type { Message } from '@countersign/hai/event';
import { runAgentInputSchema } from '@countersign/hai/run-input';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import type { Reading } from '@countersign/server/store/port';
import { storedJson } from '@countersign/server/store/stored-json';
import { attachmentsOf } from '@countersign/upformat/attachments';
import type { UpMessage } from '@countersign/upformat/message';
import { bodyOfDelivery } from '../rows/outbox.ts';
import { lastInputOf } from '../rows/runs.ts';

/** What operators have given the agent of a task: with the last run, and with messages since. */
export interface GivenBefore {
  /** Entries of the context. */
  context: readonly unknown[];
  /** Files, by the id of the message that they are attached to. */
  files: ReadonlyMap<string, readonly JsonObject[]>;
}

const lastInput = runAgentInputSchema.pick({ context: true, messages: true });

/** `messages`: the conversation so far. */
export async function givenBefore(
  reading: Reading,
  threadId: string,
  messages: readonly Message[],
): Promise<GivenBefore> {
  const last = inputIn((await lastInputOf(reading, threadId))?.input);
  const context = [...(last.context ?? [])];
  const files = new Map<string, readonly JsonObject[]>();
  const sent = new Set<string>();
  for (const { id, content } of last.messages) {
    sent.add(id);
    if (Array.isArray(content)) files.set(id, content.filter(isFile));
  }
  for (const { id, role } of messages) {
    if (role !== 'user' || sent.has(id)) continue;
    // Said to the last run while it was open.
    const said = await bodyOfDelivery(reading, id);
    const attached = said === undefined ? null : attachmentsOf(storedJson<UpMessage>(said.body));
    if (attached === null) continue;
    context.push(...attached.context);
    files.set(id, attached.parts);
  }
  return { context, files };
}

const isFile = (part: unknown): part is JsonObject => isObject(part) && part['type'] !== 'text';

/** The input that a run was started with; an unreadable one counts as empty. */
function inputIn(input: string | undefined): ReturnType<typeof lastInput.parse> {
  try {
    return lastInput.parse(JSON.parse(input ?? ''));
  } catch {
    return { messages: [] };
  }
}
