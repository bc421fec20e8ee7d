import { canonicalJson } from '@countersign/json/canonical-json';
import type { UpMessage } from '@countersign/upformat/message';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { equivalentContent } from './equivalent-content.ts';

const by = { agentId: 'demo', origin: { protocol: 'upformat', kind: 'message' }, toolName: null };
const keyOf = (more: Partial<UpMessage>, asked = by) =>
  canonicalJson(
    equivalentContent(
      {
        messageId: 'm',
        threadId: 't',
        timestamp: '2026-11-21T08:00:00Z',
        state: 'needsHumanDecision',
        ...more,
      },
      asked,
    ),
  );

it('is the same for other data of the same shape, and any number of items', () => {
  const one = { messageId: 'a', ask: 'Pay A?', payload: { total: 3, rows: [{ id: 'x', n: 1 }] } };
  const other = {
    payload: {
      rows: [
        { n: 2.5, id: 'y' },
        { n: 0, id: 'z' },
      ],
      total: 1.5,
    },
  };
  expect(keyOf(one)).toBe(keyOf(other));
});

it.each([
  [{ payload: { total: 'three' } }, by],
  [{ payload: { total: 3, tax: 1 } }, by],
  [{ payload: { total: 3 }, upContext: { schema: { type: 'object' } } }, by],
  [{ payload: { total: 3 }, state: 'followup' as const }, by],
  [{ payload: { total: 3 } }, { ...by, agentId: 'other' }],
  [{ payload: { total: 3 } }, { ...by, origin: { protocol: 'ag-ui', kind: 'tool-call' } }],
])('differs with what is asked and by whom: %j %j', (more, asked) => {
  expect(keyOf(more, asked)).not.toBe(keyOf({ payload: { total: 3 } }));
});

it('the order and number of items never matter', () => {
  const items = fc.array(fc.jsonValue({ maxDepth: 2 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(items, (list) => {
      const given = JSON.parse(JSON.stringify(list));
      const turned = [...given.toReversed(), ...given];
      expect(keyOf({ payload: { list: given } })).toBe(keyOf({ payload: { list: turned } }));
    }),
  );
});
