import type { HaiEvent, Message } from '@countersign/hai/event';

/** The conversation as an AG-UI client keeps it: the messages of the run's input, and the messages and calls since. */
export interface Conversation {
  see(event: HaiEvent): void;
  list(): Message[];
}

interface Call {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
}

export function createConversation(before: readonly Message[]): Conversation {
  const messages = new Map<string, Message>(before.map((message) => [message.id, message]));
  const calls = new Map<string, Call>();
  const write = (messageId: string, text: string) => {
    const message = messages.get(messageId);
    if (message === undefined) return;
    const said = typeof message.content === 'string' ? message.content : '';
    messages.set(messageId, { ...message, content: said + text });
  };
  return {
    see(event) {
      switch (event.type) {
        case 'BUSINESS_DATA_START': {
          // Reasoning is not part of what a client sends back.
          if (event.role === 'reasoning' || messages.has(event.messageId)) break;
          messages.set(event.messageId, { id: event.messageId, role: 'assistant', content: '' });
          break;
        }
        case 'BUSINESS_DATA_CONTENT': {
          const { delta } = event;
          if (typeof delta === 'string') write(event.messageId, delta);
          else if (delta.output.type === 'text' && typeof delta.output['content'] === 'string') {
            write(event.messageId, delta.output['content']);
          }
          break;
        }
        case 'TOOL_CALL_START': {
          const { toolCallId: id, toolCallName: name } = event;
          const call: Call = { id, type: 'function', function: { name, arguments: '' } };
          calls.set(id, call);
          messages.set(id, { id, role: 'assistant', toolCalls: [call] });
          break;
        }
        case 'TOOL_CALL_ARGS': {
          const call = calls.get(event.toolCallId);
          if (call !== undefined) call.function.arguments += event.delta;
          break;
        }
        case 'TOOL_CALL_RESULT': {
          const { toolCallId, messageId = `${toolCallId}-result`, content } = event;
          const text = typeof content === 'string' ? content : JSON.stringify(content ?? '');
          messages.set(messageId, { id: messageId, role: 'tool', toolCallId, content: text });
          break;
        }
      }
    },
    list: () => structuredClone([...messages.values()]),
  };
}
