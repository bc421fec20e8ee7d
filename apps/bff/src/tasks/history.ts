import type { Message } from '@countersign/hai/event';
import type { Thread, ToolCallItem } from '@countersign/thread/thread';

const maxMessages = 200;

/**
 * What was said before, as the messages of a run's input, the newest 200: words, tool calls of the agent, and their results
 * right behind them. `except` leaves out a message that is added by its own.
 */
export function historyOf(thread: Thread, except: string): Message[] {
  const messages: Message[] = [];
  for (const item of thread.items) {
    if (item.kind === 'tool-call') addCall(messages, item);
    if (item.kind !== 'message' || item.messageId === except) continue;
    const content = item.parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
    if (content === '') continue;
    messages.push({
      id: item.messageId,
      role: item.role === 'user' ? 'user' : 'assistant',
      content,
    });
  }
  const recent = messages.slice(-maxMessages);
  // A result without its call means nothing to a model, and many refuse it.
  const start = recent.findIndex((message) => message.role !== 'tool');
  return start === -1 ? [] : recent.slice(start);
}

function addCall(messages: Message[], call: ToolCallItem): void {
  if (call.status === 'arguments') return;
  const spoken = messages.findLast((message) => message.role !== 'tool');
  const toolCall = {
    id: call.toolCallId,
    type: 'function',
    function: { name: call.name, arguments: call.args },
  };
  const belongs =
    spoken?.role === 'assistant' &&
    (spoken.toolCalls !== undefined || spoken.id === call.parentMessageId);
  if (spoken !== undefined && belongs) spoken.toolCalls = [...(spoken.toolCalls ?? []), toolCall];
  else {
    messages.push({ id: `call:${call.toolCallId}`, role: 'assistant', toolCalls: [toolCall] });
  }
  const result = call.result ?? call.error;
  if (result === undefined) return;
  messages.push({
    id: `result:${call.toolCallId}`,
    role: 'tool',
    toolCallId: call.toolCallId,
    content: typeof result === 'string' ? result : JSON.stringify(result),
  });
}

/** Puts a result behind the call it belongs to; at the end when the call is not there. */
export function withResult(messages: readonly Message[], result: Message): Message[] {
  const calls = (message: Message) =>
    (message.toolCalls ?? []).some(
      (call) =>
        typeof call === 'object' && call !== null && 'id' in call && call.id === result.toolCallId,
    );
  const called = messages.findLastIndex(calls);
  if (called === -1) return [...messages, result];
  let place = called + 1;
  while (messages[place]?.role === 'tool') place += 1;
  return [...messages.slice(0, place), result, ...messages.slice(place)];
}
