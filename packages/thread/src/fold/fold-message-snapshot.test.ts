import type { HaiEvent, Message } from '@countersign/hai/event';
import { envelopesOf } from '@countersign/testkit/envelopes';
import { expect, it } from 'vitest';
import { emptyThread, foldThread } from '../fold.ts';

const call = 'call_Yk3bZ7rTfXa0GhWYk3bZ7rTf';
const snapshot = (...messages: Message[]): HaiEvent => ({ type: 'MESSAGE_SNAPSHOT', messages });
const fold = (...events: HaiEvent[]) =>
  foldThread(emptyThread('t'), envelopesOf(events, { threadId: 't' })).items;

it('keeps the role that each message of a snapshot has', () => {
  const items = fold(
    snapshot(
      { id: 'lc_run--1', role: 'system', content: 'Be brief.' },
      { id: 'lc_run--2', role: 'developer', content: 'trace 17' },
      { id: 'lc_run--3', role: 'user', content: 'How warm?' },
      { id: 'lc_run--4', role: 'assistant', content: 'Seven.' },
    ),
  );
  expect(items.map((item) => 'role' in item && item.role)).toEqual([
    'system',
    'developer',
    'user',
    'assistant',
  ]);
});

it('shows a result without a known call, and its failure', () => {
  const items = fold(
    snapshot(
      { id: 'r1', role: 'tool', toolCallId: call, content: '{"celsius":7}' },
      { id: 'r2', role: 'tool', toolCallId: 'call_other', content: '', error: 'timed out' },
    ),
  );
  expect(items).toMatchObject([
    { kind: 'tool-call', toolCallId: call, name: '', status: 'done', result: '{"celsius":7}' },
    { kind: 'tool-call', toolCallId: 'call_other', status: 'failed', error: 'timed out' },
  ]);
});

it('gives a result to the call it belongs to, once', () => {
  const result: Message = { id: 'r1', role: 'tool', toolCallId: call, content: '7' };
  const items = fold(
    { type: 'TOOL_CALL_START', toolCallId: call, toolCallName: 'get_weather' },
    { type: 'TOOL_CALL_END', toolCallId: call },
    snapshot(result),
    snapshot(result),
  );
  expect(items).toMatchObject([{ kind: 'tool-call', name: 'get_weather', result: '7' }]);
});

it('shows a message once that a snapshot repeats under another id, and marks it', () => {
  const said = (messageId: string, delta: string): HaiEvent[] => [
    { type: 'BUSINESS_DATA_START', messageId },
    { type: 'BUSINESS_DATA_CONTENT', messageId, delta },
    { type: 'BUSINESS_DATA_END', messageId },
  ];
  const first: Message = { id: 'run-1', role: 'assistant', content: 'Paid.' };
  const second: Message = { id: 'run-2', role: 'assistant', content: 'Paid.' };
  const events = [
    ...said('msg-1', 'Paid.'),
    snapshot(first),
    snapshot(first),
    ...said('msg-2', 'Paid.'),
    snapshot(first, second),
  ];
  const items = fold(...events);
  expect(items).toMatchObject([
    { messageId: 'msg-1', repeatedAs: ['run-1'], parts: [{ text: 'Paid.' }] },
    { messageId: 'msg-2', repeatedAs: ['run-2'], parts: [{ text: 'Paid.' }] },
  ]);
  const [before, after] = [{ ...first, content: 'Paid' }, second];
  expect(fold(...events, snapshot(before, after))).toHaveLength(2);
  const other: Message = { id: 'run-3', role: 'assistant', content: 'Booked.' };
  expect(fold(...events, snapshot(first, second, other))).toHaveLength(3);
  const both: Message[] = [{ ...first, id: 'msg-1' }, second];
  expect(fold(...said('msg-1', 'Paid.'), snapshot(...both))).toHaveLength(2);
});

it('shows attachments of a message as media', () => {
  const [message] = fold(
    snapshot({
      id: 'lc_run--3',
      role: 'user',
      content: [
        { type: 'text', text: 'This one:' },
        {
          type: 'image',
          source: { type: 'url', value: 'https://a.example/c.png', mimeType: 'image/png' },
        },
        { type: 'audio', source: { type: 'data', value: 'UklGRg==', mimeType: 'audio/wav' } },
        {
          type: 'document',
          source: { type: 'data', value: 'JVBERi0=', mimeType: 'application/pdf' },
          metadata: { filename: 'offer.pdf' },
        },
        { type: 'binary', mimeType: 'image/png', data: 'iVBORw0KGgo=' },
      ],
    }),
  );
  expect(message).toMatchObject({
    role: 'user',
    parts: [
      { kind: 'text', text: 'This one:' },
      { output: { type: 'image', url: 'https://a.example/c.png' } },
      { output: { type: 'audio', base64: 'UklGRg==', mimeType: 'audio/wav' } },
      { output: { type: 'file', base64: 'JVBERi0=', name: 'offer.pdf' } },
      { output: { type: 'image', base64: 'iVBORw0KGgo=' } },
    ],
  });
});
