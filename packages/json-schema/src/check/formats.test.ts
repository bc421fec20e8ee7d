import { describe, expect, it } from 'vitest';
import { formatTest } from './formats.ts';

const rows: [format: string, valid: string[], invalid: string[]][] = [
  [
    'date',
    ['2026-12-07', '2024-02-29', '2000-02-29'],
    [
      '2026-02-29',
      '1900-02-29',
      '2026-13-01',
      '2026-00-10',
      '26-12-07',
      '7.12.2026',
      '2026-12-07T00:00:00Z',
      '',
    ],
  ],
  [
    'time',
    ['09:00:00Z', '23:59:60Z', '00:59:60+01:00', '09:00:00.123+05:30', '09:00:00z'],
    ['09:00', '09:00:00', '24:00:00Z', '09:60:00Z', '12:00:60Z', '09:00:00+25:00'],
  ],
  [
    'date-time',
    ['2026-12-07T09:00:00Z', '2026-12-07t09:00:00.5-03:00'],
    ['2026-12-07 09:00:00Z', '2026-12-07T09:00:00', '2026-12-07', '2026-02-30T09:00:00Z'],
  ],
  [
    'duration',
    ['P1D', 'PT2H30M', 'P1Y2M3DT4H5M6S', 'P2W', 'P0D', 'P1YT6H'],
    ['P', 'PT', '1D', 'P1D2H', 'P1Y3D', 'PT1H3S', 'P1WT1H', ''],
  ],
  [
    'email',
    ['a@b.example', 'a.b+c@d-e.example', '"a b"@c.example', 'a@[127.0.0.1]', 'a@[IPv6:::1]'],
    [
      'a',
      '@b.example',
      'a@',
      '.a@b.example',
      'a..b@c.example',
      'a b@c.example',
      'a@b c',
      'a@-b.example',
    ],
  ],
  ['idn-email', ['müller@bücher.example'], ['müller']],
  [
    'hostname',
    ['a', 'a-b.example', 'xn--4gbwdl.example', '1.2'],
    ['-a', 'a-', 'a..b', 'a_b', `${'a'.repeat(64)}.example`, ''],
  ],
  ['idn-hostname', ['bücher.example'], ['-ü', '']],
  [
    'ipv4',
    ['127.0.0.1', '255.255.255.255'],
    ['256.0.0.1', '1.2.3', '087.10.0.1', '1.2.3.4.5', '1.2.3.4 '],
  ],
  [
    'ipv6',
    [
      '::1',
      '::',
      '2001:db8::ff00:42:8329',
      '::ffff:192.168.0.1',
      '1:2:3:4:5:6:7:8',
      '1::',
      '::2:3:4:5:6:7:8',
    ],
    [':::1', '1:2:3:4:5:6:7', '12345::', '1::2::3', '::1%eth0', 'g::', '1:2:3:4:5:6:7:8:9'],
  ],
  [
    'uri',
    ['https://a.example/b?c=d#e', 'urn:a:b', 'mailto:a@b.example', 'http://[::1]:80/'],
    [
      '/a',
      'a',
      '//a.example',
      'https://a b',
      'http://a.example/<x>',
      ':a',
      'http://a.example/%zz',
      'http://[1:2/',
    ],
  ],
  ['iri', ['https://bücher.example/ü'], ['ü']],
  ['url', ['https://a.example/', 'http://bücher.example'], ['mailto:a@b', 'https://', 'a.example']],
  [
    'uri-reference',
    ['/a', 'a', '#b', '//a.example', 'https://a.example', ''],
    ['a b', '\\a', '1:b'],
  ],
  ['iri-reference', ['/ü'], ['ü ü']],
  ['uri-template', ['https://a.example/{id}{?q,r*}', '/a/{+b:3}'], ['/a/{b', '/a/}b']],
  [
    'uuid',
    ['2eb8aa08-aa98-11ea-b4aa-73b441d16380', '2EB8AA08-AA98-11EA-B4AA-73B441D16380'],
    ['2eb8aa08', '2eb8aa08aa9811eab4aa73b441d16380', 'zeb8aa08-aa98-11ea-b4aa-73b441d16380'],
  ],
  ['json-pointer', ['', '/a/b', '/a~1b~0c', '/'], ['a', '/a~', '/~2']],
  ['relative-json-pointer', ['0', '1/a', '2#'], ['-1', '01/a', '/a', '+1/a']],
  ['regex', ['^a+$', '\\p{L}', ''], ['(', '^(abc]', '\\a']],
];

describe.each(rows)('format %s', (format, valid, invalid) => {
  it.each(valid)('takes %j', (text) => {
    expect(formatTest(format)?.(text)).toBe(true);
  });
  it.each(invalid)('refuses %j', (text) => {
    expect(formatTest(format)?.(text)).toBe(false);
  });
});

it('has no other format', () => {
  expect(formatTest('iban')).toBeUndefined();
});

it.each(rows.map(([format]) => format))('reads a megabyte of %s to its end', (format) => {
  for (const text of ['a', '1.', '::', 'a@', '%a', '/~', '{a'].map((part) =>
    part.repeat(500_000),
  )) {
    expect(typeof formatTest(format)?.(text)).toBe('boolean');
  }
});
