import type { Message } from '@countersign/hai/event';
import { expect, it } from 'vitest';
import { withEachCallOnce } from './announced-again.ts';

const caller = (args: string): Message => ({
  id: 'm1',
  role: 'assistant',
  toolCalls: [{ id: 'call_1', type: 'function', function: { name: 'pay', arguments: args } }],
});
const pay = '{"to":"Ada {}{}","amount":120}';

it.each([
  ['announced twice', pay + pay, pay],
  ['announced three times', pay + pay + pay, pay],
  ['announced once', pay, pay],
  ['two calls as one, which no bridge tells apart', `${pay}{"to":"Bo"}`, `${pay}{"to":"Bo"}`],
  ['cut off', '{"to":', '{"to":'],
])('a call has its arguments once: %s', (_, received, sent) => {
  const [message] = withEachCallOnce([caller(received)]);
  expect(message).toEqual(caller(sent));
});
