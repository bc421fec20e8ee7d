import { runs } from '@countersign/testkit/deep';
import fc from 'fast-check';
import fastJsonPatch, { type Operation } from 'fast-json-patch';
import { describe, expect, it } from 'vitest';
import { applyPatch, createPatcher } from './patch.ts';
import type { PatchOperation } from './patch-operation.ts';

const key = fc.constantFrom('a', 'b', 'c', '', '~', '/', '0', '1', 'ü');
const document = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.oneof(fc.integer(), fc.string({ maxLength: 3 }), fc.boolean(), fc.constant(null)),
    fc.array(tie('node'), { maxLength: 4 }),
    fc.dictionary(key, tie('node'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).node;

const escaped = (token: string) => token.replaceAll('~', '~0').replaceAll('/', '~1');
const pointer = fc
  .array(fc.oneof(key, fc.constantFrom('-', '2', '01', '9')), { maxLength: 4 })
  .map((tokens) => tokens.map((token) => `/${escaped(token)}`).join(''));
const operation: fc.Arbitrary<PatchOperation> = fc.oneof(
  fc.record({ op: fc.constantFrom('add', 'replace', 'test'), path: pointer, value: document }),
  fc.record({ op: fc.constant('remove' as const), path: pointer }),
  fc.record({ op: fc.constantFrom('move', 'copy'), path: pointer, from: pointer }),
);

/** What fast-json-patch makes of one operation; undefined = it refuses. */
function byOracle(before: unknown, operation: PatchOperation): { document: unknown } | undefined {
  try {
    const copy = structuredClone(before);
    const result = fastJsonPatch.applyOperation(
      copy,
      structuredClone(operation) as Operation,
      true,
    );
    // It moves a missing value over the whole document.
    return result.newDocument === undefined ? undefined : { document: result.newDocument };
  } catch {
    return operation.op === 'move' ? movedInSteps(before, operation) : undefined;
  }
}

/**
 * A move is a removal and then an addition (RFC 6902, 4.4): its target may be there only once the value is gone, as `/2/a`
 * in `[0, false, null, {}]` when `/1` moves there (found by seed 1164112664). fast-json-patch looks for it before.
 */
function movedInSteps(
  before: unknown,
  { from = '', path }: PatchOperation,
): { document: unknown } | undefined {
  if (from === '' || `${path}/`.startsWith(`${from}/`)) return undefined;
  try {
    const copy = structuredClone(before);
    const value: unknown = fastJsonPatch.getValueByPointer(copy, from);
    const steps: Operation[] = [
      { op: 'remove', path: from },
      { op: 'add', path, value },
    ];
    return { document: fastJsonPatch.applyPatch(copy, steps, true).newDocument };
  } catch {
    return undefined;
  }
}

describe('applyPatch', () => {
  it('agrees with fast-json-patch, operation by operation', () => {
    fc.assert(
      fc.property(document, fc.array(operation, { maxLength: 8 }), (start, operations) => {
        const before = structuredClone(start);
        const patcher = createPatcher(start);
        let expected = structuredClone(start);
        for (const each of operations) {
          const oracle = byOracle(expected, each);
          const applied = patcher.apply([each]).length === 0;
          if (applied) expected = oracle?.document;
          else if (oracle !== undefined) expect(isLoose(expected, each)).toBe(true);
          expect(patcher.document).toEqual(expected);
        }
        expect(start).toEqual(before);
      }),
      {
        numRuns: runs(1_000),
        examples: [[[0, false, null, {}], [{ op: 'move', path: '/2/a', from: '/1' }]]],
      },
    );
  });

  it('gives the same result for operations one by one or together', () => {
    fc.assert(
      fc.property(document, fc.array(operation, { maxLength: 8 }), (start, operations) => {
        let one = start;
        for (const each of operations) one = applyPatch(one, [each]).document;
        expect(applyPatch(start, operations).document).toEqual(one);
      }),
    );
  });

  it('keeps the identity of unchanged branches', () => {
    const start = { kept: { deep: [1] }, touched: { x: 1, sibling: { y: 2 } } };
    const { document: next } = applyPatch(start, [{ op: 'replace', path: '/touched/x', value: 2 }]);
    expect(next).toEqual({ kept: { deep: [1] }, touched: { x: 2, sibling: { y: 2 } } });
    expect((next as typeof start).kept).toBe(start.kept);
    expect((next as typeof start).touched.sibling).toBe(start.touched.sibling);
    expect(start.touched.x).toBe(1);
  });

  it('gives back the same document when nothing applied', () => {
    const start = { a: { b: 1 } };
    const failing: PatchOperation[] = [
      { op: 'replace', path: '/a/x', value: 1 },
      { op: 'remove', path: '/a/b/c' },
      { op: 'test', path: '/a/b', value: 2 },
      { op: 'add', path: 'a', value: 1 },
      { op: 'add', path: '/a/b' },
    ];
    const { document: same, failed } = applyPatch(start, failing);
    expect(same).toBe(start);
    expect(failed.map(({ operation: each }) => each)).toEqual(failing);
    expect(failed.every(({ reason }) => reason !== '')).toBe(true);
  });

  it('continues after a failed operation', () => {
    const { document: next, failed } = applyPatch({ a: 1 }, [
      { op: 'remove', path: '/nope' },
      { op: 'add', path: '/b', value: 2 },
    ]);
    expect(next).toEqual({ a: 1, b: 2 });
    expect(failed).toHaveLength(1);
  });

  it.each(['__proto__', 'constructor', 'prototype'])('refuses %s on any way', (name) => {
    const { document: next, failed } = applyPatch({ a: {} }, [
      { op: 'add', path: `/${name}`, value: { polluted: 1 } },
      { op: 'add', path: `/a/${name}/polluted`, value: 1 },
      { op: 'replace', path: `/${name}/polluted`, value: 1 },
      { op: 'copy', path: '/b', from: `/${name}` },
      { op: 'move', path: `/${name}`, from: '/a' },
    ]);
    expect(failed).toHaveLength(5);
    expect(next).toEqual({ a: {} });
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('never reads what an object inherits', () => {
    const { failed } = applyPatch({}, [
      { op: 'copy', path: '/x', from: '/toString' },
      { op: 'replace', path: '/hasOwnProperty', value: 1 },
    ]);
    expect(failed).toHaveLength(2);
  });

  it('keeps copies of one value separate', () => {
    const { document: next } = applyPatch({ a: { n: { v: 1 } } }, [
      { op: 'add', path: '/a/n/w', value: 0 },
      { op: 'copy', path: '/b', from: '/a' },
      { op: 'replace', path: '/a/n/v', value: 2 },
    ]);
    expect(next).toEqual({ a: { n: { v: 2, w: 0 } }, b: { n: { v: 1, w: 0 } } });
  });

  it('undoes a move whose target does not exist', () => {
    const start = { list: [1, 2, 3] };
    const { document: same, failed } = applyPatch(start, [
      { op: 'move', path: '/nope/x', from: '/list/1' },
      { op: 'move', path: '/list/0/in', from: '/list' },
    ]);
    expect(same).toEqual({ list: [1, 2, 3] });
    expect(failed).toHaveLength(2);
  });
});

/** The existing part of a path, or undefined where it leaves the document. */
function parentOf(start: unknown, path: string): { parent: unknown; token: string } | undefined {
  const tokens = path
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  const token = tokens.pop() ?? '';
  let parent = start;
  for (const each of tokens) {
    if (typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, each)) return;
    parent = Reflect.get(parent, each);
  }
  return { parent, token };
}

/**
 * Where fast-json-patch accepts what RFC 6902 forbids: a path through a plain value, a bad index, a missing element,
 * a value moved into itself.
 */
function isLoose(start: unknown, { op, path, from = '' }: PatchOperation): boolean {
  if ((op === 'move' || op === 'copy') && path !== from && path.startsWith(from)) return true;
  const ways = op === 'move' || op === 'copy' ? [path, from] : [path];
  return ways.some((way) => {
    const found = parentOf(start, way);
    if (found === undefined || typeof found.parent !== 'object' || found.parent === null)
      return true;
    if (!Array.isArray(found.parent)) return false;
    const isIndex = /^(?:0|[1-9]\d*)$/.test(found.token);
    return !isIndex || Number(found.token) >= found.parent.length;
  });
}
