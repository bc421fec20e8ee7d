import { jsonText } from '@countersign/json/json-text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonTokens } from './json-tokens.ts';

describe('jsonTokens', () => {
  it('distinguishes keys from strings, numbers and words', () => {
    expect(
      jsonTokens('{"a": "x\\"y", "n": -1.5e3, "t": true}').filter((t) => t.kind !== 'plain'),
    ).toEqual([
      { kind: 'key', text: '"a"' },
      { kind: 'string', text: '"x\\"y"' },
      { kind: 'key', text: '"n"' },
      { kind: 'number', text: '-1.5e3' },
      { kind: 'key', text: '"t"' },
      { kind: 'word', text: 'true' },
    ]);
  });
  it('colours a string that has not ended yet', () => {
    expect(jsonTokens('{"arrive": "2026-12-0').at(-1)).toEqual({
      kind: 'string',
      text: '"2026-12-0',
    });
  });
  it('loses no character, for any cut of the text', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (json, cut) => {
        const text = json.slice(0, cut % (json.length + 1));
        expect(
          jsonTokens(text)
            .map((t) => t.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });
  it('stays linear on hostile text', () => {
    const text = `"${'\\'.repeat(50_000)}`;
    expect(
      jsonTokens(text)
        .map((t) => t.text)
        .join(''),
    ).toBe(text);
  });
});

describe('jsonText', () => {
  it('fits on one line, or is indented', () => {
    expect(jsonText({ near: 'Leipzig', skills: ['React', 'TS'] })).toBe(
      '{"near": "Leipzig", "skills": ["React", "TS"]}',
    );
    expect(jsonText({ a: 'x'.repeat(200) })).toContain('\n  "a"');
    expect(jsonText(undefined)).toBe('null');
  });
});
