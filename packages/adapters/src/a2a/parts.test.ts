import { expect, it } from 'vitest';
import { partsOf, type SentPart, sentPartOf, writtenPart } from './parts.ts';

const file: SentPart = {
  kind: 'file',
  name: 'map.png',
  mediaType: 'image/png',
  base64: 'iVBORw==',
};

it.each([
  ['1.0', 'JSONRPC', { raw: 'iVBORw==', filename: 'map.png', mediaType: 'image/png' }],
  [
    '0.3',
    'JSONRPC',
    { kind: 'file', file: { name: 'map.png', mimeType: 'image/png', bytes: 'iVBORw==' } },
  ],
  [
    '0.3',
    'HTTP+JSON',
    { file: { name: 'map.png', mimeType: 'image/png', fileWithBytes: 'iVBORw==' } },
  ],
] as const)(
  'a file is written as %s has it over %s, and read as the same',
  (version, binding, written) => {
    expect(writtenPart(file, version, binding)).toEqual(written);
    expect(partsOf({ parts: [written] })).toEqual([file]);
  },
);

it('a part of a message that is neither text nor a file with its content is not sent', () => {
  const source = { type: 'data', value: 'iVBORw==', mimeType: 'image/png' };
  const part = { type: 'image', source, metadata: { filename: 'map.png' } };
  expect(sentPartOf(part)).toEqual(file);
  expect(sentPartOf({ ...part, source: { type: 'url', value: 'https://a.example/x' } })).toBeNull();
  expect(sentPartOf({ type: 'image' })).toBeNull();
});
