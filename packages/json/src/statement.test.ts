import { describe, expect, it } from 'vitest';
import { fillTemplate, readStatement, statementsOf } from './statement.ts';

const say = statementsOf({
  plain: 'Nothing was edited.',
  count: 'At most {limit:entry|entries}, there are {found}',
  list: 'Must be one of {options:, | or }',
  why: '{agent} could not be reached. {why}',
});

describe('statementsOf', () => {
  it('gives the English text and the same as data', () => {
    expect(say('plain')).toEqual({ text: 'Nothing was edited.', statement: { code: 'plain' } });
    expect(say('count', { limit: 1, found: 12 })).toEqual({
      text: 'At most 1 entry, there are 12',
      statement: { code: 'count', params: { limit: 1, found: 12 } },
    });
    expect(say('count', { limit: 3, found: 4 }).text).toBe('At most 3 entries, there are 4');
  });

  it('joins lists, and inserts other statements', () => {
    expect(say('list', { options: ['a', 'b', 'c'] }).text).toBe('Must be one of a, b or c');
    expect(say('list', { options: ['a'] }).text).toBe('Must be one of a');
    expect(say('why', { agent: 'Lea', why: say('plain') })).toEqual({
      text: 'Lea could not be reached. Nothing was edited.',
      statement: { code: 'why', params: { agent: 'Lea', why: { code: 'plain' } } },
    });
  });

  it('does not read places in what is inserted', () => {
    expect(say('why', { agent: '{why}$&', why: 'x' }).text).toBe('{why}$& could not be reached. x');
  });
});

it('fills a template of another language with the same data', () => {
  const params = new Map<string, number | string[]>([
    ['limit', 3],
    ['found', ['甲', '乙']],
  ]);
  const text = fillTemplate(
    '最多 {limit} 条：{found:、|和}{absent}',
    (name) => params.get(name),
    String,
  );
  expect(text).toBe('最多 3 条：甲和乙');
});

it('reads received statements only', () => {
  const { statement } = say('why', { agent: 'Lea', why: say('list', { options: ['a', 1] }) });
  expect(readStatement(JSON.parse(JSON.stringify(statement)))).toEqual(statement);
  expect(readStatement({ code: 'plain', params: null })).toEqual({ code: 'plain' });
  for (const wrong of [null, 'plain', { code: 1 }, { code: 'x', params: { a: true } }]) {
    expect(readStatement(wrong)).toBeNull();
  }
  let deep: unknown = { code: 'why' };
  for (let level = 0; level < 50; level += 1) deep = { code: 'why', params: { why: deep } };
  expect(readStatement(deep)).toBeNull();
});
