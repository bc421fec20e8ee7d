import { expect, it } from 'vitest';
import { foreignStreamOf } from './foreign-stream.ts';

it.each([
  ['{"type":"start","messageId":"m"}', 'stream-kind.ai-sdk'],
  ['{"type":"text-delta","id":"0","delta":"Hi"}', 'stream-kind.ai-sdk'],
  ['{"type":"tool-input-available","toolCallId":"c"}', 'stream-kind.ai-sdk'],
  ['{"id":"x","object":"chat.completion.chunk","choices":[]}', 'stream-kind.chat-completions'],
  ['{"type":"response.output_text.delta","delta":"Hi"}', 'stream-kind.responses'],
  ['{"type":"content_block_delta","index":0}', 'stream-kind.messages'],
  ['{"type":"RUN_STARTED","threadId":"t","runId":"r"}', null],
  ['{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"\\"type\\":\\"start\\""}', null],
  ['[DONE]', null],
])('%s', (frame, kind) => {
  expect(foreignStreamOf(frame)).toBe(kind);
});
