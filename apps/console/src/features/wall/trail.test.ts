import type { ThreadItem } from '@countersign/thread/thread';
import { expect, test } from 'vitest';
import { trailOf } from './trail.ts';

const base = (key: string, startedAt: number) => ({
  key,
  sequence: startedAt,
  lastSequence: startedAt,
  startedAt,
  endedAt: startedAt + 1,
  agentId: 'radio-master',
  runId: 'run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
});

const said = (key: string, at: number, text: string): ThreadItem => ({
  ...base(key, at),
  kind: 'message',
  messageId: key,
  role: 'assistant',
  parts: [{ kind: 'text', text }],
  open: false,
});

test('the trail of a task is its messages, calls and steps, the newest first', () => {
  const items: ThreadItem[] = [
    { ...base('step', 1), kind: 'step', stepName: 'Find the cause', status: 'finished' },
    {
      ...base('call_Yk3vQmZ8rT1nWc5xB7pLd0eHs', 2),
      kind: 'tool-call',
      toolCallId: 'call_Yk3vQmZ8rT1nWc5xB7pLd0eHs',
      name: 'read_kpis',
      args: '{}',
      status: 'failed',
    },
    said('quiet', 3, '  \n '),
    said('words', 4, '**Two** cells\nshare an identity.'),
    { ...base('held', 5), kind: 'connection', change: 'held', detail: null },
  ];
  expect(
    trailOf({ items }, { isSaid: false }).map(({ kind, text, failed }) => [kind, text, failed]),
  ).toEqual([
    ['words', 'Two cells share an identity.', false],
    ['call', 'read_kpis', true],
    ['step', 'Find the cause', false],
  ]);
});

test('the last message of the agent is left out where the tile shows it', () => {
  const items = [said('first', 1, 'I look.'), said('last', 2, 'I found it.')];
  expect(trailOf({ items }, { isSaid: true }).map(({ text }) => text)).toEqual(['I look.']);
});

test('no more lines than a tile can ever show', () => {
  const items = Array.from({ length: 600 }, (_, at) => said(`m${String(at)}`, at, `word ${at}`));
  const lines = trailOf({ items }, { isSaid: false });
  expect(lines).toHaveLength(24);
  expect(lines[0]?.text).toBe('word 599');
});
