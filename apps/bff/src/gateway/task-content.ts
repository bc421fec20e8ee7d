import {
  type RelayCall,
  type RelayPart,
  RelayRefusal,
  type Written,
} from '@countersign/adapters/relay/neutral';
import { writeToolCall } from '@countersign/adapters/relay/tool-calls';
import { isObject, type JsonObject } from '@countersign/json/json-object';

/** What starts or continues a task: a text, and an object if the caller sent one. */
export interface TaskContent {
  content: string;
  input: JsonObject | undefined;
}

const maxChars = 100_000;

/**
 * The content of a call as that of a task, and what of it an agent does not get.
 *
 * @throws {RelayRefusal} for files, which tasks cannot carry, for a call without content, and for a tool that nobody named.
 */
export function taskContentOf(
  call: Extract<RelayCall, { do: 'start' | 'resume' }>,
  agentProtocol: string,
): Written<TaskContent> {
  const lost = new Set<string>();
  if (call.acceptedTypes.length > 0) lost.add('acceptedTypes');
  if (call.parts.some(({ metadata }) => metadata !== undefined)) lost.add('metadata');
  if (agentProtocol === 'mcp') {
    const { name: tool, arguments: given } = writeToolCall(call);
    const input = { tool, arguments: given };
    if (call.parts.some(({ kind }) => kind === 'text')) lost.add('text');
    return { value: { content: JSON.stringify(input), input }, lost: [...lost] };
  }
  if (call.skill !== null) lost.add('skill');
  const objects = call.parts.flatMap((part) =>
    part.kind === 'data' && isObject(part.data) ? [part.data] : [],
  );
  const [input] = objects.length === 1 ? objects : [];
  const texts = call.parts.flatMap((part) => textOf(part, input, lost) ?? []);
  const content = texts.join('\n\n') || (input === undefined ? '' : JSON.stringify(input));
  if (content === '') throw new RelayRefusal('bad-params', 'The message has no content.');
  if (content.length > maxChars) throw new RelayRefusal('bad-params', 'The message is too long.');
  return { value: { content, input }, lost: [...lost] };
}

/** null = it is not part of the text. */
function textOf(part: RelayPart, input: JsonObject | undefined, lost: Set<string>): string | null {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'data':
      return part.data === input ? null : JSON.stringify(part.data);
    case 'link':
      // The agent gets its address as text.
      lost.add('mediaType');
      return part.name === null ? part.url : `${part.name}: ${part.url}`;
    case 'bytes':
      throw new RelayRefusal(
        'content-type',
        'Files cannot be passed on to an agent here. Send a link to it.',
      );
  }
}
