import { withExactNumbers } from '@countersign/json/exact-number';
import type { UpMessage } from '@countersign/upformat/message';

/** A frame of a HAI stream: the calls of a client are read like the stream of any agent, within the same limits. */
const frame = (event: object): string => `data: ${withExactNumbers(JSON.stringify(event))}\n\n`;

/** A message in UpFormat, as the stream of the client. */
export const framesOfMessage = (value: UpMessage): string =>
  frame({ type: 'CUSTOM', name: 'upformat.message', value });

/** Words of the client, as its stream. */
export const framesOfNotice = (messageId: string, delta: string): string =>
  [
    { type: 'BUSINESS_DATA_START', messageId, role: 'assistant' },
    { type: 'BUSINESS_DATA_CONTENT', messageId, delta },
    { type: 'BUSINESS_DATA_END', messageId, role: 'assistant' },
  ]
    .map(frame)
    .join('');
