import {
  AssistantMessageSchema,
  FunctionCallSchema,
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
import { pick } from './pick.ts';
import { sentPart } from './sent-part.ts';

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
