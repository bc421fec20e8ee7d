// A chat model without a network: its response depends only on the last message.
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, AIMessageChunk, isHumanMessage, isToolMessage } from '@langchain/core/messages';
import { ChatGenerationChunk } from '@langchain/core/outputs';

const textOf = ({ content }) => (typeof content === 'string' ? content : JSON.stringify(content));

export class ScriptedModel extends BaseChatModel {
  /** `calls(text, turn)` = the tool calls for a user's message, at a turn of the conversation. */
  constructor({ calls }) {
    super({});
    this.calls = calls;
  }

  _llmType() {
    return 'scripted';
  }

  bindTools() {
    return this;
  }

  reply(messages) {
    const turn = messages.filter((message) => isHumanMessage(message)).length;
    const last = messages.at(-1);
    if (last !== undefined && isHumanMessage(last)) {
      const calls = this.calls(textOf(last), turn);
      return { text: calls.length === 0 ? `Heard: ${textOf(last)}` : '', calls };
    }
    const results = [];
    for (const message of [...messages].reverse()) {
      if (!isToolMessage(message)) break;
      results.unshift(textOf(message));
    }
    const doubled = messages.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }) => id));
    const calls = `${doubled.length} calls remembered, ${new Set(doubled).size} different`;
    return { text: `Done: ${results.join(' | ')} (${calls})`, calls: [] };
  }

  async _generate(messages) {
    const { text, calls } = this.reply(messages);
    const message = new AIMessage({
      content: text,
      tool_calls: calls.map((call) => ({ ...call, type: 'tool_call' })),
    });
    return { generations: [{ text, message }] };
  }

  async *_streamResponseChunks(messages, _options, runManager) {
    const { text, calls } = this.reply(messages);
    const id = `chatcmpl-${messages.length}-${messages.at(-1)?.id ?? 'start'}`;
    const parts = [
      ...(text.match(/\S+\s*/g) ?? []).map((content) => ({ content })),
      ...calls.flatMap(({ id: callId, name, args }, index) => [
        {
          tool_call_chunks: [{ type: 'tool_call_chunk', index, id: callId, name, args: '' }],
        },
        {
          tool_call_chunks: [{ type: 'tool_call_chunk', index, args: JSON.stringify(args) }],
        },
      ]),
      { response_metadata: { finish_reason: calls.length === 0 ? 'stop' : 'tool_calls' } },
    ];
    for (const part of parts) {
      const content = part.content ?? '';
      const message = new AIMessageChunk({ id, content, ...part });
      const chunk = new ChatGenerationChunk({ text: content, message });
      yield chunk;
      // Without this call nothing of the chunk is streamed to observers of the graph.
      await runManager?.handleLLMNewToken(content, undefined, undefined, undefined, undefined, {
        chunk,
      });
    }
  }
}
