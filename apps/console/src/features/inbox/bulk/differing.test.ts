import { canonicalJson } from '@countersign/json/canonical-json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyPrompt } from '../../../testing/any-prompt.ts';
import { differingOf } from './differing.ts';

const asking = (payload: Record<string, unknown>, index = 0, part: Record<string, unknown> = {}) =>
  anyPrompt(`p${index}`, {
    message: { ...anyPrompt(`m${index}`).message, payload, ...part },
  });
const all = (...payloads: Record<string, unknown>[]) =>
  differingOf(payloads.map((payload, index) => asking(payload, index)));

describe('the table of what differs', () => {
  it('has a column for each place that differs, and no other', () => {
    const { columns, cells, same } = all(
      { order: '1', amount: { value: 5, currency: 'EUR' } },
      { order: '2', amount: { value: 5, currency: 'EUR' } },
    );
    expect(columns).toEqual(['/payload/order']);
    expect(cells.get('p1')?.get('/payload/order')).toBe('2');
    expect(same.get('/payload/amount/value')).toBe(5);
  });

  it('shows a member that one row does not have', () => {
    const { columns, cells } = all({ a: 1, note: 'fragile' }, { a: 1 });
    expect(columns).toEqual(['/payload/note']);
    expect(cells.get('p1')?.has('/payload/note')).toBe(false);
  });

  it('distinguishes a container from a value in the same place', () => {
    const { columns } = all({ to: 'x' }, { to: { name: 'x' } });
    expect(columns).toEqual(['/payload/to', '/payload/to/name']);
  });

  it('leaves out members that only identify a prompt, but not a default that differs', () => {
    const approve = { type: 'approve', target: { messageId: 'm0' } };
    const reject = { type: 'reject', target: { messageId: 'm1' } };
    const one = differingOf([
      asking({}, 0, { defaultFeedback: approve }),
      asking({}, 1, { defaultFeedback: { ...approve, target: { messageId: 'm1' } } }),
    ]);
    expect(one.columns).toEqual([]);
    const two = differingOf([
      asking({}, 0, { defaultFeedback: approve }),
      asking({}, 1, { defaultFeedback: reject }),
    ]);
    expect(two.columns).toEqual(['/upPrompt/defaultFeedback']);
    const urgent = { ...approve, metadata: { priority: 'high' } };
    const three = differingOf([
      asking({}, 0, { defaultFeedback: approve }),
      asking({}, 1, { defaultFeedback: urgent }),
    ]);
    expect(three.columns).toEqual(['/upPrompt/defaultFeedback/metadata/priority']);
  });

  it('has no column for a question of which all else has its own columns', () => {
    const { columns } = differingOf([
      asking({}, 0, { upPrompt: { ask: 'Right?', expiresAt: '2026-11-21T14:00:00Z' } }),
      asking({}, 1, {}),
      asking({}, 2, { upPrompt: { effect: 'It is paid.' } }),
    ]);
    expect(columns).toEqual(['/upPrompt/effect']);
  });

  it('folds a wide difference instead of leaving out parts', () => {
    const wide = (add: number) => ({
      rows: Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`c${at}`, at + add])),
    });
    const { columns, cells } = all(wide(0), wide(1));
    expect(columns).toEqual(['/payload/rows']);
    expect(cells.get('p0')?.get('/payload/rows')).toEqual(wide(0).rows);
  });
});

describe('for any questions', () => {
  const payload = fc
    .dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }), { maxKeys: 20 })
    .map((value) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>);

  it('two rows with the same display have the same question: no content is hidden', () => {
    fc.assert(
      fc.property(payload, payload, (left, right) => {
        const { columns } = all(left, right);
        const equal = canonicalJson(left as never) === canonicalJson(right as never);
        expect(columns.length === 0).toBe(equal);
      }),
    );
  });
});
