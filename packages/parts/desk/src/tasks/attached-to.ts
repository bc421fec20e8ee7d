import { detectedProtocol } from '@countersign/adapters/detected-protocol';
import type { Attachment } from '@countersign/api/attachment';
import { say } from '@countersign/api/statements';
import { ProblemError } from '@countersign/server/http/problem';
import type { Kernel } from '@countersign/server/kernel';
import type { Reading } from '@countersign/server/store/port';
import { attachmentsOf } from '@countersign/upformat/attachments';
import type { DeskServices } from '../desk-services.ts';
import { wordsRow } from '../rows/outbox.ts';
import { type Attached, attachedFrom } from './attached.ts';
import { readTask } from './records.ts';

/** The card of an agent is waited for so long to know which files it takes, ms. */
const cardMs = 5_000;

/** What is attached to a message of the task that was not sent. Its words name it already. */
export async function attachedBefore(
  reading: Reading,
  { taskId, messageId }: { taskId: string; messageId: string },
): Promise<Attached> {
  const row = await wordsRow(reading, messageId);
  if (row?.thread !== taskId) {
    const said = say('message.not-waiting', { message: messageId, task: taskId });
    throw new ProblemError('not-found', said);
  }
  const attached = attachmentsOf(JSON.parse(row.body));
  return { ...(attached ?? { context: [], parts: [] }), names: [] };
}

/** Reads what an operator attached to a request to an agent. Throws a problem if the agent takes no such thing. */
export async function attachedTo(
  deps: Pick<Kernel, 'journal'> &
    Pick<DeskServices, 'registry' | 'protocols' | 'introductions' | 'runInputs'>,
  agentId: string,
  attachments: readonly Attachment[],
): Promise<Attached> {
  const { journal, registry, protocols, introductions, runInputs } = deps;
  if (attachments.length === 0) return { context: [], parts: [], names: [] };
  const agent = await registry.descriptor(agentId);
  const protocol = protocols.of(agent?.protocol ?? '') ?? detectedProtocol;
  const description = protocol.describe();
  const hasFiles =
    description.attachments.includes('file') && attachments.some(({ kind }) => kind === 'file');
  // An agent whose card cannot be read now says itself what it does not take.
  const introduction =
    agent !== null && hasFiles
      ? await introductions.of(agent, protocol, AbortSignal.timeout(cardMs)).catch(() => undefined)
      : undefined;
  return attachedFrom(attachments, {
    description,
    fileTypes: introduction?.card.inputModes ?? [],
    messagesOf: runInputs.messagesOf,
    async titleOf(id) {
      const task = await readTask(journal.read, id);
      if (task === null) throw new ProblemError('not-found', say('task.unknown', { id }));
      return task.title;
    },
  });
}
