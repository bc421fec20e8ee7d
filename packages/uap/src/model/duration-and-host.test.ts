import { describe, expect, it } from 'vitest';
import { durationMs } from './duration.ts';
import { isServiceHost } from './host.ts';

describe('a duration', () => {
  it.each([
    ['60s', 60_000],
    ['1m30s', 90_000],
    ['90m', 5_400_000],
    ['0s', 0],
  ])('%s is %i ms', (text, ms) => expect(durationMs(text)).toBe(ms));

  it.each(['1h', '500ms', '1000s', '', '15', 's', '-1s', '1.5s', '30s1m', ' 15s'])(
    '%j is none',
    (text) => expect(durationMs(text)).toBeNull(),
  );
});

describe('a host', () => {
  it.each(['10.0.0.5', '127.0.0.1', '2001:db8::1', '::1', 'tools.acme.example', 'a.b'])(
    '%s can be registered',
    (host) => expect(isServiceHost(host)).toBe(true),
  );

  it.each([
    'localhost',
    'crew',
    '0.0.0.0',
    '::',
    '0:0:0:0:0:0:0:0',
    '::0.0.0.0',
    '10.0.0.999',
    'a..b',
    'http://a.b',
    'a.b/c',
    'a.b:80',
    '',
  ])('%j cannot', (host) => expect(isServiceHost(host)).toBe(false));
});
