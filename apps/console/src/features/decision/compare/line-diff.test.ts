import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLines, jsonLines, withoutFarLines } from './line-diff.ts';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', '{', '}'), { maxLength: 12 });

describe('diffLines', () => {
  it('puts removed lines before added ones, each knowing its counterpart', () => {
    expect(diffLines(['{', '"pci": 218,', '}'], ['{', '"pci": 220,', '}'])).toEqual([
      { kind: 'same', left: 1, right: 1, text: '{', other: null },
      { kind: 'removed', left: 2, right: null, text: '"pci": 218,', other: '"pci": 220,' },
      { kind: 'added', left: null, right: 2, text: '"pci": 220,', other: '"pci": 218,' },
      { kind: 'same', left: 3, right: 3, text: '}', other: null },
    ]);
  });

  it('takes a comma at the end of a line for no change', () => {
    const parts = diffLines(jsonLines({ a: 1 }), jsonLines({ a: 1, b: 2 }));
    expect(parts.filter(({ kind }) => kind !== 'same').map(({ text }) => text.trim())).toEqual([
      '"b": 2',
    ]);
  });

  it('contains both texts completely, for any texts', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const parts = diffLines(before, after);
        const reported = (side: 'left' | 'right') =>
          parts.flatMap((part) => (part[side] === null ? [] : [part.text]));
        expect(reported('left').length).toBe(before.length);
        expect(reported('right')).toEqual(after);
      }),
    );
  });
});

describe('withoutFarLines', () => {
  it('leaves out what is far from a change and counts it', () => {
    const before = Array.from({ length: 20 }, (_, index) => `line ${String(index)}`);
    const after = before.map((line, index) => (index === 10 ? 'changed' : line));
    const parts = withoutFarLines(diffLines(before, after), 2);
    expect(parts.filter((part) => part.kind === 'gap')).toEqual([
      { kind: 'gap', count: 8, at: 8 },
      { kind: 'gap', count: 7, at: 21 },
    ]);
    expect(parts.filter((part) => part.kind !== 'gap')).toHaveLength(6);
  });

  it('leaves out everything of two equal texts', () => {
    expect(withoutFarLines(diffLines(['a'], ['a']))).toEqual([{ kind: 'gap', count: 1, at: 1 }]);
  });
});
