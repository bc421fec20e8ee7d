import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { objectsIn, textsIn } from '../a2a/values.ts';
import { type Explained, textOf } from '../ask-members.ts';
import { say } from './question-statements.ts';
import { quoted } from './quoted.ts';

/** A message for a language model, in the form of OpenAI-compatible servers. */
export interface ModelMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** A sampling request shown to a person is cut at this length. */
const maxShownChars = 50_000;
const maxMessages = 200;

function contentText(content: unknown): string {
  const blocks = Array.isArray(content) ? content : [content];
  return blocks
    .map((block) => {
      const text = memberOf(block, 'text');
      if (typeof text === 'string') return text;
      const type = memberOf(block, 'type');
      return typeof type === 'string' ? `(${type.slice(0, 60)})` : '';
    })
    .join('\n');
}

/** The conversation a sampling request contains. */
export function messagesOf(params: JsonObject): ModelMessage[] {
  const system = params['systemPrompt'];
  const said = objectsIn(params['messages'], maxMessages).map(
    ({ role, content }): ModelMessage => ({
      role: role === 'assistant' ? 'assistant' : 'user',
      content: contentText(content),
    }),
  );
  return typeof system === 'string' && system.trim() !== ''
    ? [{ role: 'system', content: system }, ...said]
    : said;
}

const roles = {
  system: 'mcp-ask.system-prompt',
  user: 'mcp-ask.user',
  assistant: 'mcp-ask.assistant',
} as const;

/** A sampling request in paragraphs: all messages, and what model the server would like. */
export function describedSampling(params: JsonObject): Explained[] {
  const said = messagesOf(params).flatMap(({ role, content }): Explained[] => [
    say(roles[role]),
    quoted(content),
  ]);
  return cut([...said, ...wishes(params)]);
}

/** The first paragraphs, and how many characters are missing. */
function cut(parts: readonly Explained[]): Explained[] {
  let room = maxShownChars;
  const shown = parts.flatMap((part): Explained[] => {
    const { length } = textOf(part);
    const kept = room;
    room -= length;
    if (length <= kept) return [part];
    return kept > 0 && typeof part === 'string' ? [`${part.slice(0, kept)}…`] : [];
  });
  return room < 0 ? [...shown, say('mcp-ask.not-shown', { count: -room })] : shown;
}

function wishes(params: JsonObject): Explained[] {
  const preferences = params['modelPreferences'];
  const hints = objectsIn(memberOf(preferences, 'hints'), 10).flatMap(({ name }) =>
    typeof name === 'string' ? [name.slice(0, 100)] : [],
  );
  const priorities = ['intelligence', 'speed', 'cost'].flatMap((name) => {
    const value = memberOf(preferences, `${name}Priority`);
    return typeof value === 'number' ? [`${name} ${value}`] : [];
  });
  const { maxTokens, temperature, includeContext } = params;
  const tools = objectsIn(params['tools'], 50).flatMap(({ name }) =>
    typeof name === 'string' ? [name.slice(0, 100)] : [],
  );
  const stops = textsIn(params['stopSequences'], 10);
  return [
    ...(hints.length === 0 ? [] : [say('mcp-ask.models', { names: hints })]),
    ...(priorities.length === 0 ? [] : [say('mcp-ask.priorities', { names: priorities })]),
    ...(typeof maxTokens === 'number' ? [say('mcp-ask.tokens', { count: maxTokens })] : []),
    ...(typeof temperature === 'number'
      ? [say('mcp-ask.temperature', { value: temperature })]
      : []),
    ...(stops.length === 0 ? [] : [say('mcp-ask.stops-at', { texts: stops })]),
    // Not announced, so no server should send any: the answer is a text all the same.
    ...(tools.length === 0 ? [] : [say('mcp-ask.tools-not-called', { names: tools })]),
    ...(typeof includeContext === 'string' && includeContext !== 'none'
      ? [say('mcp-ask.context-not-given', { context: includeContext.slice(0, 60) })]
      : []),
  ];
}

/** The body of a request to an OpenAI-compatible server. */
export function completionRequest(params: JsonObject, model: string): JsonObject {
  const { maxTokens, temperature } = params;
  const stop = textsIn(params['stopSequences'], 4);
  return {
    model,
    messages: messagesOf(params),
    stream: false,
    ...(typeof maxTokens === 'number' ? { max_tokens: maxTokens } : {}),
    ...(typeof temperature === 'number' ? { temperature } : {}),
    ...(stop.length === 0 ? {} : { stop }),
  };
}

/** The text in the response of an OpenAI-compatible server; null = there is none. */
export function completionText(response: unknown): { text: string; stopReason: string } | null {
  const choices = memberOf(response, 'choices');
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const text = memberOf(memberOf(first, 'message'), 'content');
  if (typeof text !== 'string' || !isObject(first)) return null;
  return { text, stopReason: first['finish_reason'] === 'length' ? 'maxTokens' : 'endTurn' };
}
