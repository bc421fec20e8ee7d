// @vitest-environment jsdom
import type { HaiEvent } from '@countersign/hai/event';
import { foldedThread, upEvent } from '@countersign/testkit/folded-thread';
import { type LineageNode, lineageOf } from '@countersign/thread/lineage';
import type { ThreadPrompt } from '@countersign/thread/thread-prompt';
import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { NodeMark } from './graph-node.tsx';
import { nodeTone } from './node-tone.ts';

const asked = (state: string) =>
  upEvent('chatcmpl-9rT3kQ2vXn7LbW5', { state, ask: 'Whom shall I invite?' });
/** The one question of the thread, with changes by the test. */
function question(state: string, change: Partial<ThreadPrompt> = {}): LineageNode {
  const thread = foldedThread([asked(state)]);
  const prompts = Object.fromEntries(
    Object.entries(thread.prompts).map(([id, prompt]) => [id, { ...prompt, ...change }]),
  );
  const node = lineageOf({ ...thread, prompts }).nodes[0];
  if (node === undefined) throw new Error('no node');
  return node;
}

describe('the hue of a node', () => {
  it('is amber for a question that blocks and violet for a follow-up', () => {
    expect(nodeTone(question('needsHumanDecision'))).toBe('need');
    expect(nodeTone(question('followup'))).toBe('offer');
    const { container } = render(<NodeMark node={question('followup')} />);
    expect(container.querySelector('[data-tone="offer"]')).not.toBeNull();
    expect(container.querySelector('[data-tone="need"]')).toBeNull();
  });

  it('is never amber for what runs', () => {
    const started: HaiEvent[] = [
      { type: 'TOOL_CALL_START', toolCallId: 'call_Yk3bX0c7Qe1vT5mZr8uWpLh2', toolCallName: 'x' },
      { type: 'BUSINESS_DATA_START', messageId: 'm', role: 'assistant' },
    ];
    const tones = lineageOf(foldedThread(started)).nodes.map(nodeTone);
    expect(tones).toEqual(['run', 'run']);
  });

  it('gives no tick to a deadline that was missed', () => {
    const decision: ThreadPrompt['decision'] = {
      id: 'd',
      by: { kind: 'default', id: 'default', name: 'Default' },
      feedback: { type: 'approve' },
      state: 'acknowledged',
      recordedAt: 1,
      deliveredAt: 2,
      acknowledgedAt: 3,
      promptId: 'p',
      digest: '',
      releaseAt: null,
      waitsFor: [],
      attempts: 0,
      failure: null,
    };
    const { container } = render(
      <NodeMark node={question('followup', { state: 'answered', decision })} />,
    );
    expect(container.querySelector('.lucide-timer-off')).not.toBeNull();
    expect(container.querySelector('[data-tone="done"]')).toBeNull();
  });

  it('shows no output in progress for a paused run', () => {
    const thread = foldedThread([
      { type: 'BUSINESS_DATA_START', messageId: 'm', role: 'assistant' },
    ]);
    expect(lineageOf(thread).nodes[0]?.state).toBe('writing');
    const paused = { ...thread, run: { ...thread.run, status: 'paused' as const } };
    expect(lineageOf(paused).nodes[0]?.state).toBe('paused');
  });
});
