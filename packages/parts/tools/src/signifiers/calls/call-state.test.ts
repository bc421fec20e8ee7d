import type { AffordanceCall } from '@countersign/adapters/affordance/record';
import { readWhileAnswered } from '@countersign/bff/testing/read-while-answered';
import { emptyThread } from '@countersign/thread/fold';
import { expect, it } from 'vitest';
import { callView } from './call-state.ts';

it('a call that was approved between two reads is not over', () => {
  const record = { signifierId: 'arm', label: 'arm_operation' } as AffordanceCall;
  const view = callView('call-1', {
    record,
    task: readWhileAnswered,
    thread: emptyThread('task-1'),
  });
  expect(view).toMatchObject({ state: 'waiting', asked: null });
});
