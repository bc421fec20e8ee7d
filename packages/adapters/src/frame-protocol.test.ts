import { expect, it } from 'vitest';
import { protocolOfFrame } from './frame-protocol.ts';

it.each([
  ['{"type":"RUN_STARTED"}', null],
  ['{"type": "TEXT_MESSAGE_CHUNK","delta":"Hi"}', 'ag-ui'],
  ['{"type":"MESSAGES_SNAPSHOT","messages":[]}', 'ag-ui'],
  ['{"type":"MESSAGE_SNAPSHOT","messages":[]}', 'hai'],
  ['{"type":"BUSINESS_DATA_CONTENT","delta":{"output":{"type":"text"}}}', 'hai'],
  ['{"type":"TOOL_CALL_START"}', null],
  ['not json', null],
])('reads in %s the protocol %s', (data, protocol) => expect(protocolOfFrame(data)).toBe(protocol));
