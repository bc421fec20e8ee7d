import type { Layout } from '@countersign/thread/thread';
import { expect, it } from 'vitest';
import { blockRows } from './block-rows.ts';
import type { BodyNode } from './rows/message-segments.ts';

const node = (key: string, layout?: Layout): BodyNode => ({
  kind: 'part',
  key,
  part: {
    kind: 'output',
    output: { type: 'icon' },
    blockId: 'b',
    ...(layout === undefined ? {} : { layout }),
  },
});

const keysOf = (nodes: readonly BodyNode[]) =>
  blockRows(nodes).map((row) => row.nodes.map(({ key }) => key));

it('without places every output has a row', () => {
  expect(keysOf([node('a'), node('b')])).toEqual([['a'], ['b']]);
});

it('outputs with places are laid out in rows and columns, in the place of the first', () => {
  const nodes = [
    node('title'),
    node('right', { x: 2, y: 5 }),
    node('below', { x: 0, y: 9 }),
    node('note'),
    node('left', { x: -1, y: 5 }),
  ];
  expect(keysOf(nodes)).toEqual([['title'], ['left', 'right'], ['below'], ['note']]);
});
