import type { HaiEvent } from '@countersign/hai/event';
import { envelopesOf } from '@countersign/testkit/envelopes';
import { describe, expect, it } from 'vitest';
import { emptyThread, foldThread } from './fold.ts';
import type { Thread } from './thread.ts';

const ask = (messageId: string, state: string): HaiEvent => ({
  type: 'CUSTOM',
  name: 'upformat.message',
  value: { messageId, threadId: 't1', timestamp: '2026-11-21T05:00:00Z', state },
});
const fold = (...events: HaiEvent[]) => foldThread(emptyThread('t1'), envelopesOf(events));

const ofKind = (thread: Thread, kind: string) => thread.items.filter((item) => item.kind === kind);

describe('a thread', () => {
  it('lists calls, steps and exchanges in the order they began', () => {
    const thread = fold(
      { type: 'RUN_STARTED' },
      { type: 'STEP_STARTED', stepName: 'rank' },
      { type: 'TOOL_CALL_START', toolCallId: 'c1', toolCallName: 'search' },
      { type: 'TOOL_CALL_ARGS', toolCallId: 'c1', delta: '{"q":' },
      { type: 'TOOL_CALL_ARGS', toolCallId: 'c1', delta: '1}' },
      { type: 'TOOL_CALL_END', toolCallId: 'c1' },
      { type: 'TOOL_CALL_RESULT', toolCallId: 'c1', error: 'no index' },
      { type: 'AGENT_COLLABORATIVE_MESSAGE_START', from: 'a', to: 'b', messageId: 'x' },
      {
        type: 'AGENT_COLLABORATIVE_MESSAGE_CONTENT',
        messageId: 'x',
        delta: { task: { id: '1', name: 'Rank them' } },
      },
      { type: 'AGENT_COLLABORATIVE_MESSAGE_END' },
      { type: 'STEP_FINISHED', stepName: 'rank' },
    );
    expect(ofKind(thread, 'tool-call')).toMatchObject([
      { name: 'search', args: '{"q":1}', status: 'failed', error: 'no index' },
    ]);
    expect(ofKind(thread, 'step')).toMatchObject([{ stepName: 'rank', status: 'finished' }]);
    expect(ofKind(thread, 'exchange')).toMatchObject([
      {
        from: 'relayed:agent:a',
        to: 'relayed:agent:b',
        open: false,
        tasks: [{ id: '1', name: 'Rank them' }],
      },
    ]);
    expect(thread.run).toMatchObject({ status: 'running' });
  });

  it('keeps the state that was declared last', () => {
    expect(fold(ask('m', 'waiting'), ask('m', 'completed')).upState).toBe('completed');
    expect(fold().upState).toBeUndefined();
  });

  it('has its state with the operations that did not apply', () => {
    const thread = fold(
      { type: 'STATE_SNAPSHOT', snapshot: { a: 1 } },
      { type: 'STATE_DELTA', delta: [{ op: 'remove', path: '/b' }] },
    );
    expect(thread).toMatchObject({
      state: { a: 1 },
      stateChanges: [{ path: '', sequence: 1 }],
      failedOperations: [{ sequence: 2 }],
    });
  });
});
