import { expect, it } from 'vitest';
import { createSecretMask } from './mask-secrets.ts';
import { createStreamMask } from './stream-mask.ts';

const pem = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n'.repeat(30)}-----END PRIVATE KEY-----`;
const jwt = `eyJ${'aGVhZGVy'.repeat(60)}.${'cGF5bG9hZA'.repeat(60)}.${'c2lnbmF0dXJl'.repeat(8)}`;
const secrets = [
  '4111 1111 1111 1111',
  '4111-1111-1111-1111',
  '4\u200b1\u200b1\u200b1\u200b1\u200b1\u200b1\u200b1\u200b1\u200b1\u200b1\u200b1\u200b1\u200b1\u200b1\u200b1',
  'sk-live-4f8Hq2ZxT7bN1cVm9K',
  'AKIAIOSFODNN7EXAMPLE',
  pem,
  jwt,
];
const filler = 'The order of the wall is ready and the colour was chosen. ';
const chinese = '订单已经准备好，颜色也已经选好了。'.repeat(10);

it('masks by kind, and leaves what is about people or only looks random', () => {
  const mask = createSecretMask();
  const kept = 'Ask Maria Jones, maria@example.org, in 7c9e6679-7425-40de-944b-e07fc1f90ae7.';
  expect(mask.text(kept)).toBe(kept);
  expect(mask.text(secrets.join('; '))).toBe(
    '[CARD]; [CARD]; [CARD]; [KEY]; [KEY]; [KEY]; [TOKEN]',
  );
  expect(mask.counts).toEqual({ card: 3, key: 3, token: 1 });
});

it('masks in data by the names of members, but not in the schema that describes them', () => {
  const mask = createSecretMask();
  const data = { login: { apiKey: 'plain', pin: 4471, user: 'till2' }, card: 4111111111111111 };
  expect(mask.data(data)).toEqual({
    login: { apiKey: '[SECRET]', pin: '[SECRET]', user: 'till2' },
    card: '[CARD]',
  });
  const schema = { properties: { password: { type: 'string', title: 'Password' } } };
  expect(mask.schema(schema)).toEqual(schema);
  expect(JSON.parse(mask.content(JSON.stringify(data)))).toMatchObject({ card: '[CARD]' });
  expect(mask.data({ ids: [1732800000000, true, null] })).toEqual({
    ids: [1732800000000, true, null],
  });
});

it.each([1, 2, 7, 50])(
  'gives of a text in pieces of %i the same as of the whole',
  (size) => {
    for (const secret of secrets) {
      for (const around of [filler.repeat(8), chinese]) {
        const text = `${around}${secret} ${around}`;
        const whole = createSecretMask().text(text);
        const stream = createStreamMask();
        let given = '';
        for (let at = 0; at < text.length; at += size) {
          given += stream.take(text.slice(at, at + size));
          // Nothing of the secret while it is written.
          expect(given.length).toBeLessThanOrEqual(Math.max(at + size, around.length + 8));
          expect(whole.startsWith(given)).toBe(true);
        }
        expect(given + stream.end()).toBe(whole);
      }
    }
  },
  120_000,
);

it('passes a long text on while it is written, but no token without an end', () => {
  const stream = createStreamMask();
  let given = '';
  for (let at = 0; at < 40; at += 1) given += stream.take(filler);
  expect(given.length).toBeGreaterThan(filler.length * 40 - 400);
  for (let at = 0; at < 40; at += 1) given += stream.take('a1B2'.repeat(200));
  expect(given).not.toContain('a1B2');
  expect(stream.end()).toBe('');
});
