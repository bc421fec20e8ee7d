import { expect, it } from 'vitest';
import { partOf, writtenPart } from './parts.ts';

it('reads and writes text, data and files', () => {
  const parts = [
    { content_type: 'text/plain', content: 'Words' },
    { content_type: 'application/json', content: '{"copies":1}' },
    { name: 'a.png', content_type: 'image/png', content: 'AAAA', content_encoding: 'base64' },
  ];
  const read = parts.map(partOf);
  expect(read).toEqual([
    { kind: 'text', text: 'Words' },
    { kind: 'data', data: { copies: 1 }, mediaType: null },
    { kind: 'file', name: 'a.png', mediaType: 'image/png', base64: 'AAAA' },
  ]);
  expect(
    read.map((part) =>
      part?.kind === 'file'
        ? writtenPart({ kind: 'file', name: 'a.png', mediaType: 'image/png', base64: 'AAAA' })
        : part?.kind === 'text' || part?.kind === 'data'
          ? writtenPart(part)
          : null,
    ),
  ).toEqual(parts);
});

it('keeps a number that JavaScript would round, through a question and its answer', () => {
  const content = '{"amount":12345678901234567890}';
  const read = partOf({ content_type: 'application/json', content });
  if (read?.kind !== 'data') throw new Error('no data');
  expect(writtenPart(read)).toEqual({ content_type: 'application/json', content });
});

it('takes what is not what it says as text, and a link that cannot be opened as it is', () => {
  expect(partOf({ content_type: 'application/json', content: '{' })).toEqual({
    kind: 'text',
    text: '{',
  });
  const link = { content_type: 'text/html', content_url: 'javascript:alert(1)' };
  expect(partOf(link)).toEqual({ kind: 'other', value: link });
  expect(partOf({ content_type: 'text/plain', metadata: { kind: 'trajectory' } })).toBeNull();
});
