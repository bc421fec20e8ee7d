import type { RunAgentInput } from '@countersign/hai/run-input';
import type { Journal } from '@countersign/server/journal/journal';
import type { Reading } from '@countersign/server/store/port';
import type { UpMessage } from '@countersign/upformat/message';
import { firstInputOf } from '../rows/runs.ts';
import { noteMasked } from './masked-notes.ts';
import { type RelayRecord, recordIn } from './relay-record.ts';
import { type Masked, maskedAnswer, maskedInput } from './sent-masks.ts';

/*
 * The journal has what a caller, and a person here, have written. What an agent of another organisation is sent of it is made at the
 * moment it leaves, and whichever parts it has.
 */

/** How a task was requested whose agent is sent no secrets; null = it is sent everything. */
async function maskedRecord(reading: Reading, threadId: string): Promise<RelayRecord | null> {
  const first = await firstInputOf(reading, threadId);
  const record = first === undefined ? null : recordIn(first.input);
  return record?.mask?.includes('agent') === true ? record : null;
}

type Place = Pick<Journal, 'read' | 'commit'>;
type Sending = { threadId: string; what: string };

async function sent<Value>(
  journal: Place,
  { threadId, what }: Sending,
  { value, mask }: { value: Value; mask: (value: Value) => Masked<Value> },
): Promise<Value> {
  const record = await maskedRecord(journal.read, threadId);
  if (record === null) return value;
  const { value: masked, counts } = mask(value);
  if (Object.keys(counts).length > 0) {
    const by = record.caller;
    await journal.commit(noteMasked, { threadId, what, counts, towards: 'agent', by });
  }
  return masked;
}

/** The input of a run as its agent gets it. */
export const sentInput = (journal: Place, input: RunAgentInput): Promise<RunAgentInput> =>
  sent(
    journal,
    { threadId: input.threadId, what: input.runId },
    { value: input, mask: maskedInput },
  );

/** A message to an open run as its agent gets it. */
export const sentMessage = (
  journal: Place,
  sending: Sending,
  message: UpMessage,
): Promise<UpMessage> => sent(journal, sending, { value: message, mask: maskedAnswer });

/** The same before anything is sent. */
export const inputAsSent = async (
  reading: Reading,
  threadId: string,
  input: RunAgentInput,
): Promise<RunAgentInput> =>
  (await maskedRecord(reading, threadId)) === null ? input : maskedInput(input).value;

export const messageAsSent = async (
  reading: Reading,
  threadId: string,
  message: UpMessage,
): Promise<UpMessage> =>
  (await maskedRecord(reading, threadId)) === null ? message : maskedAnswer(message).value;
