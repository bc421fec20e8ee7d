import { type Loss, lose } from '@countersign/adapters/relay/losses';
import type { RelayMessage, RelayPart, RelayTask } from '@countersign/adapters/relay/neutral';
import { isObject } from '@countersign/json/json-object';
import { createSecretMask, type SecretMask } from '@countersign/memory/extract/mask-secrets';
import { createStreamMask, type StreamMask } from '@countersign/memory/extract/stream-mask';
import { maskedFile } from '@countersign/part-desk/relayed/masked-file';
import type { RelayRecord } from '@countersign/part-desk/relayed/relay-record';
import { type Masked, masked } from '@countersign/part-desk/relayed/sent-masks';
import type { TaskContent } from './tasks/task-content.ts';
import type { Words } from './tasks/task-words.ts';

/** A task as a caller of another organisation gets it. */
export const maskedTask = (task: RelayTask): Masked<RelayTask> =>
  masked((mask) => ({
    ...task,
    said: task.said.map((part) => saidPart(part, mask)),
    output: task.output.map((one) => ({
      ...one,
      parts: one.parts.map((part) => maskedPart(part, mask)),
    })),
    error: task.error === null ? null : { ...task.error, message: mask.text(task.error.message) },
  }));

export const maskedMessages = (messages: readonly RelayMessage[]): RelayMessage[] =>
  messages.map((message) => ({
    ...message,
    parts: message.parts.map((part) => maskedPart(part, createSecretMask())),
  }));

export const maskedText = (text: string): string => createSecretMask().text(text);

/** Masks what an agent says as it comes; `isOn` = false: passes it on as it is. */
export function createWordMask(isOn: boolean): (words: Words) => Words[] {
  const masks = new Map<string, StreamMask>();
  return (words) => {
    if (!isOn) return [words];
    const { id, text, isEnd } = words;
    const mask = masks.get(id) ?? createStreamMask();
    masks.set(id, mask);
    const given = mask.take(text) + (isEnd === true ? mask.end() : '');
    return given === '' ? [] : [{ id, text: given }];
  };
}

function maskedPart(part: RelayPart, mask: SecretMask): RelayPart {
  switch (part.kind) {
    case 'text':
      return { ...part, text: mask.text(part.text) };
    case 'data':
      return { ...part, data: mask.data(part.data) };
    case 'link':
      return {
        ...part,
        url: mask.text(part.url),
        name: part.name === null ? null : mask.text(part.name),
      };
    case 'bytes':
      return { ...part, base64: maskedFile(part.base64, part.mediaType, mask) };
  }
}

/** A question is answered by its id, which stays as it is. */
function saidPart(part: RelayPart, mask: SecretMask): RelayPart {
  const question = part.kind === 'data' && isObject(part.data) ? part.data['question'] : null;
  if (part.kind !== 'data' || !isObject(question)) return maskedPart(part, mask);
  const { proposal, schema } = question;
  const shown = {
    ...(proposal === undefined ? {} : { proposal: mask.data(proposal) }),
    ...(schema === undefined ? {} : { schema: mask.schema(schema) }),
  };
  return { ...part, data: { question: { ...question, ...shown } } };
}

const kinds = ['card', 'key', 'token', 'secret'] as const;

/** What of the content of a call its agent does not get because it is masked. */
export function lostByMask(
  towards: NonNullable<RelayRecord['mask']>,
  { content, input }: Pick<TaskContent, 'content' | 'input'>,
): Loss[] {
  if (!towards.includes('agent')) return [];
  const mask = createSecretMask();
  mask.content(content);
  // Of an object alone the text is that object again.
  if (input !== undefined && content !== JSON.stringify(input)) mask.data(input);
  const { counts } = mask;
  const what = kinds.flatMap((kind) => {
    const count = counts[kind] ?? 0;
    return count === 0 ? [] : [lose(`lost.masked-${kind}`, { count })];
  });
  return what.length === 0 ? [] : [lose('lost.masked', { what })];
}
