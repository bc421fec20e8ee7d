import type { WireEvent } from './recording.ts';

/** A text as AG-UI agents stream it. */
export const text = (
  messageId: string,
  words: string,
  more: Record<string, unknown> = {},
): WireEvent[] => [
  { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant', ...more },
  ...words.split(/(?<= )/).map((delta) => ({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta })),
  { type: 'TEXT_MESSAGE_END', messageId },
];

export const thought = (messageId: string, words: string): WireEvent[] => [
  { type: 'REASONING_START', messageId: `${messageId}-span` },
  { type: 'REASONING_MESSAGE_START', messageId, role: 'reasoning' },
  { type: 'REASONING_MESSAGE_CONTENT', messageId, delta: words },
  { type: 'REASONING_MESSAGE_END', messageId },
  { type: 'REASONING_END', messageId: `${messageId}-span` },
];

export const call = (
  toolCallId: string,
  toolCallName: string,
  more: Record<string, unknown> = {},
): WireEvent[] => [
  { type: 'TOOL_CALL_START', toolCallId, toolCallName, ...more },
  { type: 'TOOL_CALL_ARGS', toolCallId, delta: '{"city":' },
  { type: 'TOOL_CALL_ARGS', toolCallId, delta: '"Kraków"}' },
  { type: 'TOOL_CALL_END', toolCallId },
];

export const result = (
  messageId: string,
  toolCallId: string,
  content: unknown = '{"celsius": 7}',
): WireEvent => ({ type: 'TOOL_CALL_RESULT', messageId, toolCallId, content, role: 'tool' });

export const snapshot = (messages: unknown[], more: Record<string, unknown> = {}): WireEvent => ({
  type: 'MESSAGES_SNAPSHOT',
  messages,
  ...more,
});

/** A tool call of an assistant message. */
export const called = (id: string, name: string, more: Record<string, unknown> = {}) => ({
  id,
  type: 'function',
  function: { name, arguments: '{"city":"Kraków"}' },
  ...more,
});
