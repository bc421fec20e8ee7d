import { expect, it } from 'vitest';
import { readRefusal } from './refusal.ts';

const error =
  'data: {"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"Task not found"}}\n\n';
const task =
  'data: {"result":{"task":{"id":"5ae161e0-8c56","status":{"state":"TASK_STATE_WORKING"}}}}\n\n';

it('decides by the first frame alone, wherever the text is split', () => {
  for (let at = 1; at < error.length - 1; at += 1) {
    const read = readRefusal();
    expect(read(error.slice(0, at))).toBeNull();
    expect(read(error.slice(at))).toBe(true);
  }
  expect(readRefusal()(task + error)).toBe(false);
  expect(readRefusal()(`: alive\n\n${error}${task}`)).toBe(true);
});

it('takes what is no error for a beginning', () => {
  for (const data of ['nothing of JSON', 'null', '[]', '{"error":null}'])
    expect(readRefusal()(`data: ${data}\n\n`)).toBe(false);
});

it('does not wait for a frame without an end', () => {
  const read = readRefusal();
  expect(read('data: {"error":{"message":"')).toBeNull();
  expect(read('x'.repeat(64_000))).toBe(false);
});
