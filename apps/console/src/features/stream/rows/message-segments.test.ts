import type { Part } from '@countersign/thread/thread';
import { describe, expect, it } from 'vitest';
import { messageSegments } from './message-segments.ts';

const text = (value: string, blockId?: string): Part => ({
  kind: 'text',
  text: value,
  ...(blockId ? { blockId } : {}),
});
const output = (type: string, data: unknown = {}): Part => ({
  kind: 'output',
  output: { type, data },
});
const thinking: Part = {
  kind: 'thinking',
  text: 'hm',
  elapsedSeconds: 1,
  thinking: false,
  collapse: true,
};

describe('messageSegments', () => {
  it('gives reasoning and tool lists rows of their own, in order', () => {
    const kinds = messageSegments([thinking, text('a'), output('toolCallShow'), text('b')]).map(
      (s) => s.kind,
    );
    expect(kinds).toEqual(['thinking', 'body', 'tools', 'body']);
  });
  it('nests what is between the ends of a fold, thinking included', () => {
    const [only, ...rest] = messageSegments([
      output('fold', { title: 'Details', fold: true, position: 'start' }),
      thinking,
      output('fold', { title: 'Inner', fold: false, position: 'start' }),
      text('deep'),
      output('fold', { position: 'end' }),
      output('fold', { position: 'end' }),
      text('after'),
    ]);
    expect(rest).toEqual([]);
    expect(only).toMatchObject({
      kind: 'body',
      nodes: [
        {
          kind: 'fold',
          title: 'Details',
          folded: true,
          nodes: [{ kind: 'part' }, { kind: 'fold', title: 'Inner' }],
        },
        { kind: 'part', part: { text: 'after' } },
      ],
    });
  });
  it('lets an unclosed fold reach to the end, and bears an end without a start', () => {
    const segments = messageSegments([
      output('fold', { position: 'end' }),
      output('fold', { title: 'x' }),
      text('in'),
    ]);
    expect(segments).toMatchObject([
      { nodes: [{ kind: 'fold', nodes: [{ part: { text: 'in' } }] }] },
    ]);
  });
  it('puts what shares a block into one block', () => {
    const segments = messageSegments([
      text('a', 'b1'),
      text('b', 'b1'),
      text('c', 'b2'),
      text('d'),
    ]);
    expect(segments).toMatchObject([
      {
        nodes: [
          { kind: 'block', nodes: [{}, {}] },
          { kind: 'block', nodes: [{}] },
          { kind: 'part' },
        ],
      },
    ]);
  });
  it('keeps one box for a block that continues after something else, reasoning and tools included', () => {
    const segments = messageSegments([
      text('a', 'b1'),
      thinking,
      { ...thinking, blockId: 'b1' },
      text('between'),
      text('c', 'b1'),
    ]);
    expect(segments).toMatchObject([
      {
        nodes: [
          {
            kind: 'block',
            nodes: [
              { part: { text: 'a' } },
              { part: { kind: 'thinking' } },
              { part: { text: 'c' } },
            ],
          },
        ],
      },
      { kind: 'thinking' },
      { nodes: [{ part: { text: 'between' } }] },
    ]);
  });

  it('continues within the sections that an earlier part left open', () => {
    const end: Part = {
      kind: 'output',
      output: { type: 'fold', data: { title: 'Look', position: 'end' } },
    };
    const parts: Part[] = [{ kind: 'text', text: 'in' }, end, { kind: 'text', text: 'out' }];
    expect(messageSegments(parts, [{ title: 'Look', folded: true }])).toMatchObject([
      {
        kind: 'body',
        nodes: [
          { kind: 'fold', title: 'Look', folded: true, nodes: [{ part: { text: 'in' } }] },
          { part: { text: 'out' } },
        ],
      },
    ]);
  });
});
