import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { objectsIn, textsIn } from '../a2a/values.ts';
import { quoted } from './quoted.ts';

/** A message for a language model, as OpenAI-compatible servers take it. */
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

const roleNames = { system: 'System prompt', user: 'User', assistant: 'Assistant' } as const;

/** A sampling request in words: all messages, and what model the server would like. */
export function describedSampling(params: JsonObject): string {
  const said = messagesOf(params).map(
    ({ role, content }) => `${roleNames[role]}:\n${quoted(content)}`,
  );
  const text = [...said, ...wishes(params)].join('\n\n');
  return text.length <= maxShownChars
    ? text
    : `${text.slice(0, maxShownChars)}…\n\n(${text.length - maxShownChars} more characters are not shown.)`;
}

function wishes(params: JsonObject): string[] {
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
  const lines = [
    hints.length === 0 ? '' : `Preferred models: ${hints.join(', ')}`,
    priorities.length === 0 ? '' : `Priorities: ${priorities.join(', ')}`,
    typeof maxTokens === 'number' ? `At most ${maxTokens} tokens` : '',
    typeof temperature === 'number' ? `Temperature ${temperature}` : '',
    stops.length === 0 ? '' : `Stops at: ${stops.join(', ')}`,
    // Not announced, so no server should send any: the answer is a text all the same.
    tools.length === 0 ? '' : `It also offers tools (${tools.join(', ')}); none is called.`,
    typeof includeContext === 'string' && includeContext !== 'none'
      ? `It also asks for context of this client (${includeContext.slice(0, 60)}); none is given.`
      : '',
  ].filter((line) => line !== '');
  return lines.length === 0 ? [] : [lines.map((line) => `- ${line}`).join('\n')];
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
