import { runs } from '@countersign/testkit/deep';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonSize, sizeOf } from './json-size.ts';
import { applyPatch, createPatcher, isOverBudget } from './patch.ts';
import type { PatchOperation } from './patch-operation.ts';

/** The size when written out: the parsed text shares no parts. */
function writtenOut(value: unknown): JsonSize {
  const count = (node: unknown): JsonSize => {
    if (typeof node !== 'object' || node === null) {
      return { values: 1, chars: typeof node === 'string' ? node.length : 0, depth: 0 };
    }
    const size: JsonSize = { values: 1, chars: 0, depth: 1 };
    for (const [name, member] of Object.entries(node)) {
      const inner = count(member);
      size.values += inner.values;
      size.chars += inner.chars + (Array.isArray(node) ? 0 : name.length);
      size.depth = Math.max(size.depth, inner.depth + 1);
    }
    return size;
  };
  return count(JSON.parse(JSON.stringify(value)));
}

const name = fc.constantFrom('a', 'b', 'list', '0', 'a-longer-name-3f2b6c1e');
const document = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(fc.integer(), fc.string({ maxLength: 5 }), fc.constant(null)),
    fc.array(tie('node'), { maxLength: 3 }),
    fc.dictionary(name, tie('node'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).node;
const pointer = fc
  .array(fc.oneof(name, fc.constantFrom('-', '1')), { maxLength: 4 })
  .map((tokens) => tokens.map((token) => `/${token}`).join(''));
const operation: fc.Arbitrary<PatchOperation> = fc.oneof(
  fc.record({ op: fc.constantFrom('add', 'replace'), path: pointer, value: document }),
  fc.record({ op: fc.constant('remove' as const), path: pointer }),
  fc.record({ op: fc.constantFrom('move', 'copy', 'copy'), path: pointer, from: pointer }),
);
const roomy = { values: 5_000, chars: 50_000, depth: 60 };

describe('the counted size of a patched document', () => {
  it('equals the size when written out, after every operation', () => {
    fc.assert(
      fc.property(document, fc.array(operation, { maxLength: 25 }), (start, operations) => {
        const patcher = createPatcher(start, roomy);
        for (const each of operations) {
          patcher.apply([each]);
          expect(sizeOf(patcher.document)).toEqual(writtenOut(patcher.document));
        }
        // As a document that continues in another patcher, and as one that was never patched.
        const next = createPatcher(patcher.document, roomy);
        next.apply(operations);
        expect(sizeOf(next.document)).toEqual(sizeOf(JSON.parse(JSON.stringify(next.document))));
        expect(sizeOf(patcher.document)).toEqual(writtenOut(patcher.document));
      }),
      { numRuns: runs(300) },
    );
  });

  it('never exceeds the limits, and refused operations change nothing', () => {
    const limits = { values: 40, chars: 60, depth: 5 };
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 25 }), (operations) => {
        const patcher = createPatcher({ a: { b: [1, 'two'] } }, limits);
        for (const each of operations) {
          const before = JSON.stringify(patcher.document);
          const refused = patcher.apply([each]).some(isOverBudget);
          if (refused) expect(JSON.stringify(patcher.document)).toBe(before);
          const { values, chars, depth } = writtenOut(patcher.document);
          expect(values).toBeLessThanOrEqual(limits.values);
          expect(chars).toBeLessThanOrEqual(limits.chars);
          expect(depth).toBeLessThanOrEqual(limits.depth);
        }
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('a bomb of copies', () => {
  const copies = (count: number) =>
    Array.from(
      { length: count },
      (_, index): PatchOperation => ({ op: 'copy', from: '', path: `/copy${index}` }),
    );

  it('stops before the document is too large, so that it can be written out', () => {
    const { document, failed } = applyPatch({ seed: 'x'.repeat(64) }, copies(40));
    expect(failed.length).toBeGreaterThan(20);
    expect(failed.every(isOverBudget)).toBe(true);
    expect(JSON.stringify(document).length).toBeLessThan(10_000_000);
  });

  it('is also refused because of its depth', () => {
    const inward = Array.from(
      { length: 120 },
      (): PatchOperation => ({ op: 'copy', from: '/a', path: '/a/a' }),
    );
    const { document, failed } = applyPatch({ a: {} }, inward);
    expect(failed.some(isOverBudget)).toBe(true);
    expect(sizeOf(document).depth).toBeLessThanOrEqual(100);
  });

  it('frees size when something is removed', () => {
    const limits = { values: 10, chars: 1_000, depth: 10 };
    const patcher = createPatcher({ list: [1, 2, 3, 4, 5] }, limits);
    const copy: PatchOperation = { op: 'copy', from: '/list', path: '/again' };
    expect(patcher.apply([copy]).map(({ reason }) => reason)).toEqual([
      'beyond the budget: 13 values, and the limit is 10',
    ]);
    expect(
      patcher.apply([{ op: 'remove', path: '/list/0' }, { op: 'remove', path: '/list/0' }, copy]),
    ).toEqual([]);
    expect(patcher.document).toEqual({ list: [3, 4, 5], again: [3, 4, 5] });
  });

  it('keeps copies separate: a write to one does not change the other', () => {
    const patcher = createPatcher({});
    patcher.apply([
      { op: 'add', path: '/a', value: { deep: { x: 1 } } },
      { op: 'replace', path: '/a/deep/x', value: 2 },
      { op: 'copy', from: '/a', path: '/b' },
      { op: 'replace', path: '/b/deep/x', value: 3 },
      { op: 'move', from: '/a/deep', path: '/deep' },
      { op: 'replace', path: '/deep/x', value: 4 },
    ]);
    expect(patcher.document).toEqual({ a: {}, b: { deep: { x: 3 } }, deep: { x: 4 } });
  });
});
