import { attachedIn } from '@countersign/hai/attached';
import type { RunAgentInput } from '@countersign/hai/run-input';
import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { type SentPart, sentPartOf } from './parts.ts';
import { objectsIn, textOf, textsIn } from './values.ts';

/** The input of a run for an A2A agent: stored with the run, converted to the notation of its version when sent. */
export interface RunMessage {
  messageId: string;
  parts: SentPart[];
  contextId: string | null;
  /** The task that it continues; null = a new one. */
  taskId: string | null;
  /** An ended task that it is about. */
  about: string | null;
  /** Ids of the questions that it answers: the agent repeats them in the history of the task. */
  answered: string[];
}

/** Where a run keeps it. */
export const propsOf = (props: RunMessage): JsonObject => ({ a2a: props });

/** The input of a run; for the first run of a task, the message of the person and the structured input. */
export function runMessageOf({
  messages,
  context,
  forwardedProps,
  runId,
}: RunAgentInput): RunMessage {
  const kept = memberOf(forwardedProps, 'a2a');
  if (isObject(kept)) {
    return {
      messageId: textOf(kept, 'messageId', 1_000) ?? runId,
      parts: objectsIn(kept['parts']).flatMap(sentPart),
      contextId: textOf(kept, 'contextId', 1_000),
      taskId: textOf(kept, 'taskId', 1_000),
      about: textOf(kept, 'about', 1_000),
      answered: answeredIn(forwardedProps),
    };
  }
  const last = messages.findLast(({ role }) => role === 'user');
  const input = memberOf(forwardedProps, 'input');
  const parts: SentPart[] = [
    ...(last === undefined ? [] : partsIn(last.content)),
    ...attachedTexts(context),
    ...(input === undefined ? [] : [{ kind: 'data' as const, data: input, mediaType: null }]),
  ];
  return {
    messageId: last?.id ?? runId,
    parts: parts.filter((part) => part.kind !== 'text' || part.text !== '' || parts.length === 1),
    contextId: null,
    taskId: null,
    about: null,
    answered: [],
  };
}

/** Ids of the questions that a run answers. */
export const answeredIn = (forwardedProps: unknown): string[] =>
  textsIn(memberOf(memberOf(forwardedProps, 'a2a'), 'answered'), 1_000);

/** Whether the run continues a task that has already sent something. */
export const continuesTask = (forwardedProps: unknown): boolean =>
  textOf(memberOf(forwardedProps, 'a2a'), 'taskId') !== null;

function sentPart(part: JsonObject): SentPart[] {
  const { kind, text, data } = part;
  if (kind === 'text' && typeof text === 'string') return [{ kind, text }];
  if (kind === 'file') {
    const { base64 } = part;
    const name = textOf(part, 'name', 500) ?? 'file';
    const mediaType = textOf(part, 'mediaType', 200) ?? 'application/octet-stream';
    return typeof base64 === 'string' ? [{ kind, name, mediaType, base64 }] : [];
  }
  return kind === 'data' ? [{ kind, data, mediaType: textOf(part, 'mediaType', 200) }] : [];
}

/** Texts that an operator attached, each with its name. */
export const attachedTexts = (context: readonly unknown[] | undefined): SentPart[] =>
  attachedIn(context).map(({ description, value }) => ({
    kind: 'text',
    text: `${String(description)}\n\n${String(value)}`,
  }));

/** The content of a message: words, or words with files. */
const partsIn = (content: unknown): SentPart[] =>
  Array.isArray(content)
    ? objectsIn(content).flatMap((part) => sentPartOf(part) ?? [])
    : [{ kind: 'text', text: wordsIn(content) }];

const wordsIn = (content: unknown): string =>
  typeof content === 'string' ? content : content == null ? '' : JSON.stringify(content);
