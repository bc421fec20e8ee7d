import { readWhileAnswered } from '@countersign/bff/testing/read-while-answered';
import type { RelayRecord } from '@countersign/part-desk/relayed/relay-record';
import { emptyThread } from '@countersign/thread/fold';
import { expect, it } from 'vitest';
import { relayTaskOf } from './task-answer.ts';

it('a task whose question was answered between two reads is not completed', () => {
  const record = { service: 'booking', contextId: null } as RelayRecord;
  const about = { thread: emptyThread('task-1'), asked: new Map() };
  expect(relayTaskOf(readWhileAnswered, about, record)).toMatchObject({
    ...{ state: 'working', output: [], error: null },
  });
});
