import {
  AssistantMessageSchema,
  FunctionCallSchema,
  InputContentSchema,
  MessageSchema,
  ReasoningMessageSchema,
  SystemMessageSchema,
  ToolCallSchema,
  ToolMessageSchema,
  UserMessageSchema,
} from '@ag-ui/core/schemas';
import type { Message } from '@countersign/hai/event';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { textOf } from '@countersign/json/text-of';

/** The named members of an object that are present; AG-UI does not use null for absent. */
function pick(from: JsonObject, keys: readonly string[]): JsonObject {
  const picked: JsonObject = {};
  for (const key of keys) {
    const value = from[key];
    if (value !== null && value !== undefined) picked[key] = value;
  }
  return picked;
}

const kinds = ['image', 'audio', 'video'];
const partMembers = ['type', 'id', 'text', 'source', 'metadata'];
const sourceMembers = ['type', 'value', 'mimeType'];

/**
 * A content part in AG-UI 1.0, or none: attachments of older agents (`binary`) become a part of their kind, unless the message
 * has them in the new form too; a part of an unknown kind is omitted.
 */
function sentPart(part: unknown, beside: readonly unknown[]): JsonObject[] {
  if (!isObject(part)) return [];
  const modern = part['type'] === 'binary' ? modernOf(part) : part;
  if (modern === null) return [];
  if (modern !== part && beside.some((other) => isSameMedia(other, modern))) return [];
  const sent = pick(modern, partMembers);
  if (isObject(sent['source'])) sent['source'] = pick(sent['source'], sourceMembers);
  return InputContentSchema.safeParse(sent).success ? [sent] : [];
}

function modernOf({ mimeType, data, url, filename }: JsonObject): JsonObject | null {
  if (typeof mimeType !== 'string') return null;
  const value = data || url;
  if (typeof value !== 'string') return null;
  const kind = mimeType.split('/')[0] ?? '';
  return {
    type: kinds.includes(kind) ? kind : 'document',
    source: { type: data ? 'data' : 'url', value, mimeType },
    ...(filename ? { metadata: { filename } } : {}),
  };
}

function isSameMedia(part: unknown, modern: JsonObject): boolean {
  if (!isObject(part) || part['type'] !== modern['type'] || !isObject(part['source'])) return false;
  const { source, metadata } = modern;
  const filename = isObject(metadata) ? metadata['filename'] : undefined;
  const named = isObject(part['metadata']) ? part['metadata']['filename'] : undefined;
  return (
    isObject(source) &&
    sourceMembers.every((key) => isObject(part['source']) && part['source'][key] === source[key]) &&
    (filename === undefined || filename === named)
  );
}

const members = {
  user: Object.keys(UserMessageSchema.shape),
  assistant: Object.keys(AssistantMessageSchema.shape),
  system: Object.keys(SystemMessageSchema.shape),
  developer: Object.keys(SystemMessageSchema.shape),
  tool: Object.keys(ToolMessageSchema.shape),
  reasoning: Object.keys(ReasoningMessageSchema.shape),
};
const callMembers = Object.keys(ToolCallSchema.shape);
const functionMembers = Object.keys(FunctionCallSchema.shape);

/** A message in AG-UI 1.0: members AG-UI does not define are omitted, content it cannot carry becomes its JSON text. */
export function sentMessage(message: Message): JsonObject {
  const { role } = message;
  if (role === 'activity') return { activityType: 'unknown', content: {}, ...message };
  const sent = pick(message, members[role]);
  if (Array.isArray(sent['toolCalls'])) {
    sent['toolCalls'] = sent['toolCalls'].filter(isObject).map(sentCall);
  }
  const content = sentContent(message);
  if (content === undefined) delete sent['content'];
  else sent['content'] = content;
  return MessageSchema.safeParse(sent).success ? sent : onlyRequired(sent);
}

/** Users and tools may send more than text; only an assistant may have no content. */
function sentContent({ role, content }: Message): unknown {
  if (content === undefined || content === null) return role === 'assistant' ? undefined : '';
  if (typeof content === 'string') return content;
  const takesParts = role === 'user' || role === 'tool';
  return takesParts && Array.isArray(content)
    ? content.flatMap((part) => sentPart(part, content))
    : textOf(content);
}

function sentCall(call: JsonObject): JsonObject {
  const sent = pick(call, callMembers);
  return isObject(sent['function'])
    ? { ...sent, function: pick(sent['function'], functionMembers) }
    : sent;
}

const necessary = ['id', 'role', 'content', 'toolCalls', 'toolCallId'];

/** An invalid member must not make the run fail: the text is kept. */
const onlyRequired = (message: JsonObject): JsonObject => pick(message, necessary);
