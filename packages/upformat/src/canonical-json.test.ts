import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CanonicalJsonError, canonicalJson } from './canonical-json.ts';

describe('canonicalJson', () => {
  it('writes numbers, escapes and key order as RFC 8785 does', () => {
    const value = {
      numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001, -0],
      string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    };
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27,0],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('orders keys by UTF-16 code units', () => {
    const keys = ['\u20ac', '\r', '\ufb33', '1', '\u{1f600}', '\u0080', '\u00f6'];
    const text = canonicalJson(Object.fromEntries(keys.map((key) => [key, 0])));
    expect(Object.keys(JSON.parse(text) as object)).toEqual(
      Object.keys(JSON.parse(text) as object),
    );
    expect(
      [...text.matchAll(/"((?:[^"\\]|\\.)+)":/g)].map((match) => JSON.parse(`"${match[1]}"`)),
    ).toEqual(['\r', '1', '\u0080', '\u00f6', '\u20ac', '\u{1f600}', '\ufb33']);
  });

  it('refuses what I-JSON cannot carry', () => {
    expect(() => canonicalJson('\ud800')).toThrow(CanonicalJsonError);
    expect(() => canonicalJson({ '\udc00': 1 })).toThrow(CanonicalJsonError);
    expect(() => canonicalJson(Number.POSITIVE_INFINITY)).toThrow(CanonicalJsonError);
  });

  it('spells equal values equally, whatever the order of their keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const reversed = Object.fromEntries(Object.entries(value).reverse());
        let spelled: string;
        try {
          spelled = canonicalJson(value);
        } catch (error) {
          expect(error).toBeInstanceOf(CanonicalJsonError);
          return;
        }
        expect(canonicalJson(reversed)).toBe(spelled);
        expect(JSON.parse(spelled)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
