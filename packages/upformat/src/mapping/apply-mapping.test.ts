import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contextFromZod } from '../context.ts';
import { applyMapping, fillPayload } from './apply-mapping.ts';

const payload = {
  role: 'React contractor',
  candidates: [
    { name: 'Ines', email: 'i@example.org', tags: ['a', 'b'] },
    { name: 'Tomasz', tags: ['c'] },
  ],
};

describe('fillPayload', () => {
  it('keeps the positions of items and reports missing values', () => {
    const mapping = [
      { from: '/candidates/*/email', to: '/recipients/*/address' },
      { from: '/candidates/*/name', to: '/recipients/*/displayName' },
    ];
    expect(fillPayload(mapping, payload)).toEqual({
      value: {
        recipients: [{ address: 'i@example.org', displayName: 'Ines' }, { displayName: 'Tomasz' }],
      },
      problems: [
        { path: '/recipients/1/address', message: 'There is no value at /candidates/1/email.' },
      ],
    });
  });

  it('makes a list of plain values without gaps', () => {
    const mapping = [{ from: '/candidates/*/email', to: '/recipients/*' }];
    expect(applyMapping(mapping, { candidates: [{}, { email: 'x@example.org' }] })).toEqual({
      recipients: ['x@example.org'],
    });
  });

  it('collects nested lists and repeats values outside of them', () => {
    const mapping = [
      { from: '/role', to: '/mails/*/about' },
      { from: '/candidates/*/tags/*', to: '/mails/*/tags' },
      { from: '/candidates/*/name', to: '/names' },
    ];
    expect(applyMapping(mapping, payload)).toEqual({
      mails: [
        { tags: ['a', 'b'], about: 'React contractor' },
        { tags: ['c'], about: 'React contractor' },
      ],
      names: ['Ines', 'Tomasz'],
    });
    expect(applyMapping([{ from: '/role', to: '/mails/*/about' }], payload)).toEqual({
      mails: [{ about: 'React contractor' }],
    });
  });

  it('reports required members of the receiver’s schema that were not filled', () => {
    const receiver = contextFromZod(
      z.object({
        to: z.array(z.object({ address: z.email(), name: z.string() })),
        body: z.string(),
      }),
    );
    const mapping = [{ from: '/candidates/*/email', to: '/to/*/address' }];
    const { problems } = fillPayload(mapping, payload, receiver);
    expect(problems.map(({ path }) => path)).toEqual([
      '/to/1/address',
      '/to/0/name',
      '/to/1/name',
      '/body',
    ]);
  });

  it('reads and writes escaped names, never a prototype', () => {
    expect(applyMapping([{ from: '/a~1b', to: '/c~0d' }], { 'a/b': 1 })).toEqual({ 'c~d': 1 });
    const { value, problems } = fillPayload(
      [
        { from: '/a', to: '/__proto__/polluted' },
        { from: '/constructor/name', to: '/x' },
        { from: '/a', to: '/constructor/prototype/polluted' },
      ],
      { a: 1 },
    );
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    expect(Object.hasOwn(Object, 'polluted')).toBe(false);
    expect(problems.map(({ path }) => path)).toEqual(['', '/x']);
  });

  it('reports two fields with the same target', () => {
    const mapping = [
      { from: '/role', to: '/a' },
      { from: '/role', to: '/a/b' },
    ];
    expect(fillPayload(mapping, payload).problems).toMatchObject([{ path: '/a/b' }]);
    expect(fillPayload(mapping.toReversed(), payload)).toMatchObject({
      value: { a: { b: 'React contractor' } },
      problems: [{ path: '/a' }],
    });
  });

  it('never writes into the payload it reads from', () => {
    const given = { person: { name: 'Ines' } };
    const mapping = [
      { from: '/person', to: '/guest' },
      { from: '/person/name', to: '/guest/name' },
      { from: '/person/name', to: '/guest/called' },
    ];
    const { problems } = fillPayload(mapping, given);
    expect(given).toEqual({ person: { name: 'Ines' } });
    expect(problems.map(({ path }) => path)).toEqual(['/guest/name', '/guest/called']);
  });

  it('never throws and returns JSON without gaps', () => {
    const token = fc.constantFrom('a', 'b', '*', '0', '__proto__', '', 'length');
    const pattern = fc
      .array(token, { maxLength: 4 })
      .map((tokens) => tokens.map((name) => `/${name}`).join(''));
    const value = fc.letrec((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        fc.integer(),
        fc.array(tie('node'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('a', 'b', '0', 'length'), tie('node')),
      ),
    })).node;
    fc.assert(
      fc.property(fc.array(fc.record({ from: pattern, to: pattern })), value, (mapping, given) => {
        const filled = applyMapping(mapping, given);
        expect(JSON.parse(JSON.stringify(filled))).toEqual(filled);
      }),
    );
  });
});
