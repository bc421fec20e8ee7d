import type { HaiEvent, Output } from '@countersign/hai/event';
import { envelopesOf } from '@countersign/testkit/envelopes';
import { describe, expect, it } from 'vitest';
import { emptyThread, foldThread } from './fold.ts';
import {
  selectExchanges,
  selectMessages,
  selectOpenPrompts,
  selectRun,
  selectState,
  selectSteps,
  selectToolCalls,
  selectUpState,
} from './select.ts';

const output = (type: string, data: object, blockId?: string): HaiEvent => ({
  type: 'BUSINESS_DATA_CONTENT',
  messageId: 'm1',
  delta: { output: { type, data } satisfies Output },
  ...(blockId === undefined ? {} : { blockId }),
});
const text = (delta: string, blockId?: string): HaiEvent => ({
  type: 'BUSINESS_DATA_CONTENT',
  messageId: 'm1',
  delta,
  ...(blockId === undefined ? {} : { blockId }),
});
const ask = (messageId: string, state: string): HaiEvent => ({
  type: 'CUSTOM',
  name: 'upformat.message',
  value: { messageId, threadId: 't1', timestamp: '2026-11-21T05:00:00Z', state },
});
const fold = (...events: HaiEvent[]) => foldThread(emptyThread('t1'), envelopesOf(events));

describe('selectMessages', () => {
  it('puts outputs that share a block id into the block of the first', () => {
    const [message] = selectMessages(
      fold(text('a', 'b1'), output('icon', { icon: 'x' }, 'b2'), text('b', 'b1'), text('free')),
    );
    expect(message?.blocks).toMatchObject([
      { kind: 'block', blockId: 'b1', parts: [{ text: 'a' }, { text: 'b' }] },
      { kind: 'block', blockId: 'b2', parts: [{ output: { type: 'icon' } }] },
      { kind: 'block', blockId: null, parts: [{ text: 'free' }] },
    ]);
  });

  it('nests folds and lets an unclosed one reach to the end', () => {
    const [message] = selectMessages(
      fold(
        text('before'),
        output('fold', { title: 'Outer', fold: true, position: 'start' }),
        text('in'),
        output('fold', { title: 'Inner', fold: false, position: 'start' }),
        output('chart', {}),
        output('fold', { position: 'end' }),
        text('still in'),
      ),
    );
    expect(message?.blocks).toMatchObject([
      { parts: [{ text: 'before' }] },
      {
        kind: 'fold',
        title: 'Outer',
        folded: true,
        closed: false,
        nodes: [
          { parts: [{ text: 'in' }] },
          { kind: 'fold', title: 'Inner', closed: true, nodes: [{ kind: 'block' }] },
          { parts: [{ text: 'still in' }] },
        ],
      },
    ]);
  });

  it('keeps the blocks of a message that did not change', () => {
    const before = fold(text('a'), { type: 'BUSINESS_DATA_END', messageId: 'm1' });
    const [, , next] = envelopesOf([text('a'), text('a'), { type: 'STEP_STARTED', stepName: 's' }]);
    const after = foldThread(before, next === undefined ? [] : [next]);
    expect(after.items).toHaveLength(2);
    expect(selectMessages(after)[0]?.blocks).toBe(selectMessages(before)[0]?.blocks);
  });
});

describe('the other selectors', () => {
  it('list calls, steps and exchanges in the order they began', () => {
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
    expect(selectToolCalls(thread)).toMatchObject([
      { name: 'search', args: '{"q":1}', status: 'failed', error: 'no index' },
    ]);
    expect(selectSteps(thread)).toMatchObject([{ stepName: 'rank', status: 'finished' }]);
    expect(selectExchanges(thread)).toMatchObject([
      {
        from: 'relayed:agent:a',
        to: 'relayed:agent:b',
        open: false,
        tasks: [{ id: '1', name: 'Rank them' }],
      },
    ]);
    expect(selectRun(thread)).toMatchObject({ status: 'running', active: true });
    expect(selectToolCalls(thread)).toBe(selectToolCalls(thread));
  });

  it('put blocking prompts first and let them speak for the task', () => {
    const thread = fold(ask('optional', 'followup'), ask('urgent', 'needsHumanDecision'));
    expect(selectOpenPrompts(thread).map((prompt) => prompt.messageId)).toEqual([
      'urgent',
      'optional',
    ]);
    expect(selectUpState(thread)).toBe('needsHumanDecision');
    expect(selectUpState(fold(ask('m', 'waiting'), ask('m', 'completed')))).toBe('completed');
    expect(selectUpState(fold())).toBeNull();
  });

  it('show the state with what did not apply', () => {
    const thread = fold(
      { type: 'STATE_SNAPSHOT', snapshot: { a: 1 } },
      { type: 'STATE_DELTA', delta: [{ op: 'remove', path: '/b' }] },
    );
    expect(selectState(thread)).toMatchObject({
      document: { a: 1 },
      changes: [{ path: '', sequence: 1 }],
      failedOperations: [{ sequence: 2 }],
    });
  });
});
