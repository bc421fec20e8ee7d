import { promptOriginSchema } from '@countersign/api/origin';
import type { UpMessage } from '@countersign/upformat/message';
import { expect, it } from 'vitest';
import { classKeyOf } from './class-key.ts';

const message: UpMessage = {
  messageId: 'chatcmpl-CfU2zVqkQ0bJY1n7T3wLx9Ra4sHoe',
  threadId: 't',
  timestamp: '2026-01-01T00:00:00Z',
  state: 'needsHumanDecision',
  payload: { city: 'Köln 𝄞', lines: [{ price: 3 }, { price: 4.5 }] },
  upContext: { schema: { type: 'object' } },
};
const asked = {
  agentId: 'hiring',
  origin: promptOriginSchema.parse('interrupt'),
  toolName: 'sendÉmail',
};

// Old rules and saved views refer to classes by this text.
it('never changes for the same kind of question', () => {
  const key = '1b864b6d43bcb1bc189846275b1f95c2c4e2b5c98bbfe17bdf2bf8a8d9304544';
  expect(classKeyOf(message, asked)).toBe(key);
  const other = {
    ...message,
    messageId: 'run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
    threadId: 'u',
  };
  expect(classKeyOf({ ...other, payload: { city: '', lines: [{ price: 0 }] } }, asked)).toBe(key);
  expect(classKeyOf(message, { ...asked, toolName: null })).not.toBe(key);
});
