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

  it('tells what stands in its place by its path', () => {
    const mask = (path: readonly string[]) => path.join('/');
    expect(withoutSecrets(schema, { keys: [{ secret: 's3' }] }, { mask })).toEqual({
      keys: [{ secret: 'keys/0/secret' }],
    });
  });

  it('begins at a part of the schema', () => {
    const node = schema.properties.keys;
    expect(withoutSecrets(schema, [{ secret: 's3' }], { node })).toEqual([{ secret: hidden }]);
    expect(isSecretAt(schema, ['0', 'secret'], node)).toBe(true);
    expect(isSecretAt(schema, ['0', 'name'], node)).toBe(false);
  });
});
