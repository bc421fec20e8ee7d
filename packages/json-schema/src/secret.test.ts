import { describe, expect, it } from 'vitest';
import { hidden, isSecretAt, withoutSecrets } from './secret.ts';

const schema = {
  properties: {
    user: { type: 'string' },
    password: { type: 'string', format: 'password' },
    keys: { items: { $ref: '#/$defs/key' } },
    access: { oneOf: [{ properties: { token: { writeOnly: true } } }] },
    vault: { writeOnly: true, properties: { pin: { type: 'integer' } } },
  },
  $defs: { key: { properties: { name: {}, secret: { format: 'password' } } } },
};

describe('withoutSecrets', () => {
  it('hides what the schema says is secret, in lists, branches and groups too', () => {
    expect(
      withoutSecrets(schema, {
        user: 'ada',
        password: 'sesame',
        keys: [{ name: 'ci', secret: 's3' }],
        access: { token: 't0' },
        vault: { pin: 1234 },
        other: 'as it is',
      }),
    ).toEqual({
      user: 'ada',
      password: hidden,
      keys: [{ name: 'ci', secret: hidden }],
      access: { token: hidden },
      vault: hidden,
      other: 'as it is',
    });
  });

  it('returns the value itself where there is nothing to hide', () => {
    const value = { user: 'ada', password: '', keys: [{ name: 'ci' }] };
    expect(withoutSecrets(schema, value)).toBe(value);
  });

  it('names what replaces it by its path', () => {
    const mask = (path: readonly string[]) => path.join('/');
    expect(withoutSecrets(schema, { keys: [{ secret: 's3' }] }, { mask })).toEqual({
      keys: [{ secret: 'keys/0/secret' }],
    });
  });

  it('begins at a place of the document', () => {
    const path = ['keys'];
    expect(withoutSecrets(schema, [{ secret: 's3' }], { path })).toEqual([{ secret: hidden }]);
    expect(withoutSecrets(schema, 's3', { path: ['keys', '0', 'secret'] })).toBe(hidden);
    expect(withoutSecrets(schema, 1234, { path: ['vault', 'pin'] })).toBe(hidden);
    expect(isSecretAt(schema, ['keys', '0', 'secret'])).toBe(true);
    expect(isSecretAt(schema, ['keys', '0', 'name'])).toBe(false);
  });

  it('finds what members without a name of their own and every branch say', () => {
    const open = {
      additionalProperties: { properties: { token: { writeOnly: true } } },
      patternProperties: { '^x-': { format: 'password' } },
      allOf: [{ properties: { all: { properties: { pin: { format: 'password' } } } } }],
    };
    const value = { other: { token: 't0' }, 'x-key': 'k3', all: { pin: '1234' } };
    expect(withoutSecrets(open, value)).toEqual({
      other: { token: hidden },
      'x-key': hidden,
      all: { pin: hidden },
    });
    expect(withoutSecrets(open, value.all, { path: ['all'] })).toEqual({ pin: hidden });
    expect(isSecretAt(open, ['x-key'])).toBe(true);
  });

  it('hides nothing without a schema', () => {
    expect(withoutSecrets(undefined, 'sesame', { path: ['password'] })).toBe('sesame');
    expect(isSecretAt(true, ['password'])).toBe(false);
  });
});
