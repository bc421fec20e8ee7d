import type { ProtocolDescription } from '@countersign/adapters/protocol/agent-protocol';
import type { Attachment } from '@countersign/api/attachment';
import { say } from '@countersign/api/statements';
import { attachedEntry, filePart } from '@countersign/hai/attached';
import type { Message } from '@countersign/hai/event';
import type { JsonObject } from '@countersign/json/json-object';
import { ProblemError } from '@countersign/server/http/problem';

/** What an operator attached, as the members of a run's input. */
export interface Attached {
  /** Entries of the context. */
  context: JsonObject[];
  /** Parts of the message. */
  parts: JsonObject[];
  names: string[];
}

interface Receiving {
  description: ProtocolDescription;
  /** Media types that the agent takes, as in an `Accept` header; empty = it does not say. */
  fileTypes: readonly string[];
  /** The messages of another task. */
  messagesOf: (taskId: string) => Promise<readonly Message[]>;
  titleOf: (taskId: string) => Promise<string | null>;
}

/** Reads what is attached. Throws a problem if the agent takes no such thing, or there is no such result. */
export async function attachedFrom(
  attachments: readonly Attachment[],
  { description, fileTypes, messagesOf, titleOf }: Receiving,
): Promise<Attached> {
  const attached: Attached = { context: [], parts: [], names: [] };
  for (const one of attachments) {
    const name = one.kind === 'result' ? ((await titleOf(one.taskId)) ?? one.taskId) : one.name;
    if (!description.attachments.includes(one.kind === 'file' ? 'file' : 'text')) {
      const said = say('attachment.not-taken', { name, protocol: description.name });
      throw new ProblemError('invalid-request', said);
    }
    if (one.kind === 'file' && !isTaken(one.mediaType, fileTypes)) {
      const modes = fileTypes.join(', ').slice(0, 300);
      const said = say('attachment.type-not-taken', { name, modes, type: one.mediaType });
      throw new ProblemError('invalid-request', said);
    }
    attached.names.push(name);
    if (one.kind === 'file') attached.parts.push(filePart(one));
    else {
      const text = one.kind === 'text' ? one.text : lastSaid(await messagesOf(one.taskId));
      if (text === '') {
        throw new ProblemError('invalid-request', say('attachment.no-result', { id: name }));
      }
      attached.context.push(attachedEntry(name, text));
    }
  }
  return attached;
}

const isTaken = (mediaType: string, types: readonly string[]): boolean =>
  types.length === 0 ||
  types.some((type) => {
    const [wanted = ''] = type.toLowerCase().split(';');
    const family = wanted.trim().replace(/\*$/, '');
    const given = mediaType.toLowerCase();
    return family === '*/' || (family.endsWith('/') ? given.startsWith(family) : given === family);
  });

/** What the agent of a task said last: its result. */
function lastSaid(messages: readonly Message[]): string {
  const last = messages.findLast(({ role, content }) => role === 'assistant' && content);
  const { content } = last ?? {};
  if (content === undefined) return '';
  return typeof content === 'string' ? content.trim() : JSON.stringify(content);
}

/** The words of a request with the names of what is attached: for an agent that reads only text, which learns that there is more. */
export const withNames = (content: string, names: readonly string[]): string =>
  names.length === 0 ? content : `${content}\n\nAttached: ${names.join(', ')}`;
