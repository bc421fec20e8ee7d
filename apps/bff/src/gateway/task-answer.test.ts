import { emptyThread } from '@countersign/thread/fold';
import { expect, it } from 'vitest';
import type { RelayRecord } from '../relayed/relay-record.ts';
import { readWhileAnswered } from '../testing/read-while-answered.ts';
import { relayTaskOf } from './task-answer.ts';

it('a task whose question was answered between two reads is not completed', () => {
  const record = { service: 'booking', contextId: null } as RelayRecord;
  const about = { thread: emptyThread('task-1'), asked: new Map() };
  expect(relayTaskOf(readWhileAnswered, about, record)).toMatchObject({
    ...{ state: 'working', output: [], error: null },
  });
});
