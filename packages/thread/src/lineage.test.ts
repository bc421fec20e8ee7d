import type { Envelope } from '@countersign/hai/envelope';
import type { HaiEvent } from '@countersign/hai/event';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyThread, foldThread } from './fold.ts';
import { lineageOf, pathToRoot } from './lineage.ts';

let sequence = 0;
const envelope = (event: HaiEvent, agentId = 'master'): Envelope => {
  sequence += 1;
  return {
    position: sequence,
    threadId: 't',
    runId: 'r',
    sequence,
    receivedAt: 1_000 + sequence,
    agentId,
    event,
  };
};
const declared = (messageId: string, parentMessageId?: string, more: object = {}): HaiEvent => ({
  type: 'CUSTOM',
  name: 'upformat.message',
  value: {
    messageId,
    threadId: 't',
    timestamp: '2026-11-21T05:00:00Z',
    state: 'submitted',
    ...(parentMessageId === undefined ? {} : { parentMessageId }),
    ...more,
  },
});
const said = (messageId: string, text: string, role = 'assistant'): HaiEvent[] => [
  { type: 'BUSINESS_DATA_START', messageId, role },
  { type: 'BUSINESS_DATA_CONTENT', messageId, delta: text },
  { type: 'BUSINESS_DATA_END', messageId },
];
const lineageAfter = (events: readonly (HaiEvent | [HaiEvent, string])[]) => {
  sequence = 0;
  const envelopes = events.map((event) =>
    Array.isArray(event) ? envelope(event[0], event[1]) : envelope(event),
  );
  return lineageOf(foldThread(emptyThread('t'), envelopes));
};

describe('the lineage of a thread', () => {
  it('follows declared parents across agents, and infers the nearest cause of the rest', () => {
    const lineage = lineageAfter([
      ...said('u1', 'Rate dropped', 'user').map((event): [HaiEvent, string] => [
        event,
        'operator:ada',
      ]),
      declared('m1'),
      { type: 'AGENT_COLLABORATIVE_MESSAGE_START', from: 'master', to: 'root', messageId: 'x1' },
      {
        type: 'AGENT_COLLABORATIVE_MESSAGE_CONTENT',
        messageId: 'x1',
        delta: { task: { id: 'child', name: 'Find the cause' } },
      },
      {
        type: 'TOOL_CALL_START',
        toolCallId: 'c1',
        toolCallName: 'read',
        metadata: { agentId: 'root' },
      },
      { ...declared('m2', 'm1'), metadata: { agentId: 'root' } },
      { type: 'AGENT_COLLABORATIVE_MESSAGE_END', messageId: 'x1' },
      declared('ask', 'm2', { state: 'needsHumanDecision', ask: 'Go on?' }),
    ]);
    const parentOf = (id: string) => lineage.byId.get(id)?.parentId;
    expect(parentOf('u1')).toBeNull();
    expect(parentOf('m1')).toBe('u1');
    expect(lineage.byId.get('m1')?.inferred).toBe(true);
    expect(parentOf('x1')).toBe('m1');
    expect(parentOf('call:c1')).toBe('x1');
    expect(parentOf('m2')).toBe('m1');
    expect(lineage.byId.get('m2')?.inferred).toBe(false);
    expect(lineage.byId.get('ask')).toMatchObject({
      kind: 'prompt',
      label: 'Go on?',
      state: 'open',
    });
    expect(pathToRoot(lineage, 'ask').map(({ id }) => id)).toEqual(['ask', 'm2', 'm1', 'u1']);
  });

  it('shows an unknown parent', () => {
    const lineage = lineageAfter([declared('m1', 'gone'), declared('m2', 'gone')]);
    expect(lineage.orphans).toEqual(['m1', 'm2']);
    expect(lineage.byId.get('missing:gone')).toMatchObject({ kind: 'missing', parentId: null });
    expect(lineage.children.get('missing:gone')).toEqual(['m1', 'm2']);
  });

  it('marks a cycle and terminates', () => {
    const lineage = lineageAfter([
      declared('a', 'c'),
      declared('b', 'a'),
      declared('c', 'b'),
      declared('d', 'd'),
    ]);
    expect(lineage.cycles).toHaveLength(1);
    expect(pathToRoot(lineage, 'b').length).toBeLessThanOrEqual(3);
    expect(lineage.byId.get('d')?.cyclic).toBe(false);
  });

  it('shows a revision at the node it revises, with the answer below', () => {
    const lineage = lineageAfter([
      declared('ask', undefined, { state: 'needsHumanDecision', ask: 'Go?' }),
      declared('ask', undefined, { state: 'needsHumanDecision', ask: 'Go now?', revision: 2 }),
      declared('ack', 'ask', {
        agentId: 'operator:ada',
        upFeedback: { type: 'approve' },
      }),
    ]);
    expect(lineage.nodes.map(({ id }) => id)).toEqual(['ask', 'ack']);
    expect(lineage.byId.get('ask')?.label).toBe('Go now?');
    expect(lineage.byId.get('ack')).toMatchObject({ kind: 'answer', parentId: 'ask' });
  });

  it('loses no message, and leads from each to a root, for any declared parents', () => {
    const parents = fc.array(fc.option(fc.integer({ min: 0, max: 30 }), { nil: undefined }), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(parents, (list) => {
        const lineage = lineageAfter(
          list.map((parent, index) =>
            declared(`m${index}`, parent === undefined ? undefined : `m${parent}`),
          ),
        );
        for (const [index] of list.entries()) {
          const path = pathToRoot(lineage, `m${index}`);
          expect(path[0]?.id).toBe(`m${index}`);
          expect(new Set(path.map(({ id }) => id)).size).toBe(path.length);
          const root = path.at(-1);
          expect(root?.cyclic === true || root?.parentId === null).toBe(true);
        }
        const linked = [...lineage.children.values()].flat();
        expect(new Set(linked).size).toBe(linked.length);
      }),
    );
  });
});
