import { parseExactly } from '@countersign/json/exact-json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rangeInJson, readJson } from './read-json.ts';

const faultOf = (text: string) => {
  const read = readJson(text);
  return 'fault' in read
    ? `${String(read.fault.line)}:${String(read.fault.column)} ${read.fault.words}`
    : read;
};

describe('readJson', () => {
  it('reads every JSON text as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 2, '\t'), (text, indent) => {
        const source = JSON.stringify(JSON.parse(text), null, indent);
        // The one name that no field can have.
        if (/"__proto__"\s*:/.test(source)) expect(readJson(source)).toHaveProperty('fault');
        else expect(readJson(source)).toEqual({ value: JSON.parse(source) });
      }),
    );
  });

  it('never takes what JSON.parse refuses', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[[\]{}",:0-9a-eE.+\\ -]{0,24}$/), (text) => {
        const read = readJson(text);
        if ('fault' in read || text.trim() === '') return;
        expect(parseExactly(text)).toEqual(read.value);
      }),
    );
  });

  it.each([
    ['{"a":', '1:6 the text ends too early'],
    ['{"in": {"__proto__": 1}}', '1:9 a field named __proto__ cannot be sent'],
    ['{"\\u005f_proto__": 1}', '1:2 a field named __proto__ cannot be sent'],
    ['{"a" 1}', '1:6 a colon is missing here'],
    ['{"a":1 "b":2}', '1:8 a comma or the end of the group is missing here'],
    ['{"a":1,}', '1:8 a name in double quotes is missing here'],
    ['{a:1}', '1:2 a name in double quotes is missing here'],
    ["{'a':1}", '1:2 a name in double quotes is missing here'],
    ['[1,]', '1:4 a value is missing here'],
    ['{\n  "a": 1,\n  "b": x\n}', '3:8 this is not a number'],
    ['"abc', '1:1 this text has no end, or a character that must be escaped'],
    ['"a\nb"', '1:1 this text has no end, or a character that must be escaped'],
    ['01', '1:1 this is not a number'],
    ['1 2', '1:3 nothing may follow the value'],
    ['NaN', '1:1 this is not a number'],
    ['{"a":1,"a":2}', '1:8 the name a is used twice'],
    ['['.repeat(500), '1:402 nested too deep'],
  ])('%s', (text, words) => {
    expect(faultOf(text)).toBe(words);
  });

  it('reads an empty text as no value, and exact large numbers', () => {
    expect(readJson('  \n')).toEqual({ value: undefined });
    expect(readJson('9007199254740991')).toEqual({ value: 9007199254740991 });
    expect(readJson('1e21')).toEqual({ value: 1e21 });
    expect(readJson('0.1')).toEqual({ value: 0.1 });
  });
});

describe('rangeInJson', () => {
  const text = '{"a": {"b/c": [1, "x"]}, "d": null}';
  it.each([
    ['/a/b~1c/1', '"x"'],
    ['/a/b~1c', '[1, "x"]'],
    ['/d', 'null'],
    ['/a/missing/deeper', '{"b/c": [1, "x"]}'],
    ['', text],
  ])('%s', (pointer, expected) => {
    const [from, to] = rangeInJson(text, pointer) ?? [0, 0];
    expect(text.slice(from, to)).toBe(expected);
  });
});

it('keeps a number as it is written when JavaScript would round it', () => {
  expect(readJson('{"id":12345678901234567890,"n":[1e999]}')).toEqual({
    value: { id: '\ufdd012345678901234567890', n: ['\ufdd01e999'] },
  });
});
