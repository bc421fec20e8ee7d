import { type Loss, lose, lostOfWishes, onceEach } from '@countersign/adapters/relay/losses';
import {
  type RelayCall,
  type RelayPart,
  RelayRefusal,
  type Written,
} from '@countersign/adapters/relay/neutral';
import { say } from '@countersign/adapters/relay/relay-statements';
import { writeToolCall } from '@countersign/adapters/relay/tool-calls';
import { type Attachment, attachmentLimits, attachmentSchema } from '@countersign/api/attachment';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import type { WrittenStatement } from '@countersign/json/statement';

/** What starts or continues a task: a text, an object if the caller sent one, and files. */
export interface TaskContent {
  content: string;
  input: JsonObject | undefined;
  files: Attachment[];
}

const maxChars = 100_000;

/**
 * The content of a call as that of a task, and what of it an agent does not get.
 *
 * @throws {RelayRefusal} for files that a task cannot carry, for a call without content, and for a tool that nobody named.
 */
export function taskContentOf(
  call: Extract<RelayCall, { do: 'start' | 'resume' }>,
  agentProtocol: string,
): Written<TaskContent> {
  const hasMetadata = call.parts.some(({ metadata }) => metadata !== undefined);
  // The tool of an MCP server is what the skill names.
  const wishes = agentProtocol === 'mcp' ? { ...call, skill: null } : call;
  const lost: Loss[] = [
    ...(call.lost ?? []),
    ...lostOfWishes(wishes),
    ...(hasMetadata ? [lose('lost.metadata')] : []),
    ...lostContext(call),
    // A message of ACP has no id.
    ...(agentProtocol === 'acp' && call.messageId !== null ? [lose('lost.message-id')] : []),
  ];
  if (agentProtocol === 'mcp') {
    if (call.parts.some(({ kind }) => kind === 'bytes')) throw noFiles(say('relay.files-tool'));
    const written = writeToolCall(call);
    const { name: tool, arguments: given } = written.value;
    const input = { tool, arguments: given };
    return {
      value: { content: JSON.stringify(input), input, files: [] },
      lost: onceEach([...lost, ...written.lost]),
    };
  }
  const objects = call.parts.flatMap((part) =>
    part.kind === 'data' && isObject(part.data) ? [part.data] : [],
  );
  const [input] = objects.length === 1 ? objects : [];
  const texts = call.parts.flatMap((part) => textOf(part, input) ?? []);
  const files = filesIn(call.parts);
  const names = files.flatMap((file) => (file.kind === 'file' ? [file.name] : [])).join(', ');
  const content = texts.join('\n\n') || (input === undefined ? names : JSON.stringify(input));
  if (content === '') throw new RelayRefusal('bad-params', say('relay.empty'));
  if (content.length > maxChars) throw new RelayRefusal('bad-params', say('relay.too-long'));
  const value = { content, input, files };
  return { value, lost: onceEach([...lost, ...call.parts.flatMap(lostAsText)]) };
}

/** A refusal of files, which are never left out silently. */
export const noFiles = (reason: WrittenStatement): RelayRefusal =>
  new RelayRefusal('content-type', say('relay.files', { reason }));

function filesIn(parts: readonly RelayPart[]): Attachment[] {
  const files = parts.flatMap((part) => {
    if (part.kind !== 'bytes') return [];
    const { base64: data, mediaType, name } = part;
    const read = attachmentSchema.safeParse({
      kind: 'file',
      name: name ?? 'file',
      mediaType,
      data,
    });
    if (read.success) return [read.data];
    const { dataChars } = attachmentLimits;
    throw noFiles(
      data.length > dataChars
        ? say('relay.file-size', { limit: dataChars })
        : say('relay.file-form'),
    );
  });
  const { count } = attachmentLimits;
  if (files.length > count) throw noFiles(say('relay.file-count', { count }));
  return files;
}

/** null = it is not part of the text: an object, or a file. */
function textOf(part: RelayPart, input: JsonObject | undefined): string | null {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'data':
      return part.data === input ? null : JSON.stringify(part.data);
    case 'link':
      return part.name === null ? part.url : `${part.name}: ${part.url}`;
    case 'bytes':
      return null;
  }
}

/** An agent is given each task as a conversation of its own. Over HAI and AG-UI that is what a conversation is. */
function lostContext(call: Extract<RelayCall, { do: 'start' | 'resume' }>): Loss[] {
  const { contextId: context } = call;
  if (call.do === 'resume' || context === null || call.repeatKey === context) return [];
  return [lose('lost.context', { context })];
}

/** What of a part the text of a task cannot say. */
function lostAsText(part: RelayPart): Loss[] {
  if (part.kind === 'text') {
    const { mediaType: type } = part;
    return type === undefined ? [] : [lose('lost.text-type', { type })];
  }
  if (part.kind !== 'link') return [];
  const { url, mediaType: type } = part;
  return [type === null ? lose('lost.link', { url }) : lose('lost.typed-link', { url, type })];
}
